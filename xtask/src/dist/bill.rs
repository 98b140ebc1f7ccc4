//! The bill of materials.
use serde_json::{Value, json};

use super::output;

/// The crates that are in the program, as CycloneDX lists components.
pub(super) fn bill(triple: &str) -> Result<String, String> {
    let metadata = output("cargo", &["metadata", "--format-version", "1", "--locked", "--filter-platform", triple])?;
    let metadata: Value = serde_json::from_slice(&metadata).map_err(|e| e.to_string())?;
    let text = |value: &Value, key: &str| value[key].as_str().unwrap_or_default().to_owned();
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let nodes = list(&metadata["resolve"]["nodes"]);
    let packages = list(&metadata["packages"]);
    let root = packages.iter().find(|package| package["name"] == "bctk").map(|package| text(package, "id")).unwrap_or_default();
    // What the program is built of: what it depends on, but for tests and builds.
    let mut wanted = vec![root];
    let mut at = 0;
    while let Some(id) = wanted.get(at).cloned() {
        at += 1;
        let Some(node) = nodes.iter().find(|node| node["id"] == id) else { continue };
        for dependency in list(&node["deps"]) {
            let is_in = list(&dependency["dep_kinds"]).iter().any(|kind| kind["kind"].is_null());
            let id = text(&dependency, "pkg");
            if is_in && !wanted.contains(&id) {
                wanted.push(id);
            }
        }
    }
    let mut components: Vec<Value> = packages
        .iter()
        .filter(|package| wanted.contains(&text(package, "id")))
        .map(|package| {
            let (name, version) = (text(package, "name"), text(package, "version"));
            json!({
                "type": "library",
                "name": name,
                "version": version,
                "licenses": [{ "expression": text(package, "license").replace('/', " OR ") }],
                "purl": format!("pkg:cargo/{name}@{version}"),
            })
        })
        .collect();
    components.sort_by_key(|component| (text(component, "name"), text(component, "version")));
    let bill = json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": { "component": { "type": "application", "name": "bctk", "version": env!("CARGO_PKG_VERSION") } },
        "components": components,
    });
    Ok(format!("{bill:#}\n"))
}
