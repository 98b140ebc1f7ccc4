//! The page of `bcdump --html` in a browser: zooming, searching and selecting with clicks and keys, and names that could break out of it.
//!
//! Chromium draws the page with a script at its end that does what a reader would and writes down what it sees. Without Chromium the tests
//! of the browser are left out, with a message; `BCTK_CHROMIUM` names another program.
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use base64::Engine;
use base64::prelude::BASE64_STANDARD_NO_PAD;
use flate2::read::DeflateDecoder;

use crate::support::{corpus, data};

/// Helpers of the scripts: `step` notes whether something holds; clicks hit what is on top at the middle of an element.
const PRELUDE: &str = r##"
const seen = [];
const step = (what, holds, found) => seen.push(`${holds ? "holds" : "FAILS"}: ${what}${holds ? "" : `; found ${found}`}`);
const pause = () => new Promise((done) => setTimeout(done, 400));
const all = (query) => [...document.querySelectorAll(query)];
const nodeWith = (text) => all("#icicle .n:not(.rest)").find((n) => n.getAttribute("aria-label").startsWith(text));
const click = async (element) => {
  const box = element.getBoundingClientRect();
  document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2).click();
  await pause();
};
const key = async (name) => {
  document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true }));
  await pause();
};
const type = async (text) => {
  const box = document.getElementById("search");
  box.focus();
  box.value = text;
  box.dispatchEvent(new Event("input", { bubbles: true }));
  await pause();
};
const here = () => document.querySelector("#crumbs [aria-current]").textContent;
const title = () => document.querySelector("#details h2").textContent;
const wide = (n) => Math.abs(n.getBoundingClientRect().width - document.getElementById("icicle").clientWidth) < 1.5;
addEventListener("error", (event) => seen.push(`FAILS: no error in the script; found ${event.message}`));
"##;

/// Zooming, selecting and searching in the page of `old.bc`.
const VISIT: &str = r##"
  step("the whole file is shown", here() === "old.bc" && title() === "old.bc", `${here()} ${title()}`);
  const top = all("#icicle .n").filter((n) => n.getAttribute("aria-level") === "2").reduce((sum, n) => sum + n.getBoundingClientRect().width, 0);
  step("its parts fill it", top > document.getElementById("icicle").clientWidth * 0.97, top);
  step("functions are listed by size", all("#records td")[0].textContent === "@main", all("#records td")[0].textContent);

  await click(nodeWith("MODULE"));
  step("a click zooms", here() === "MODULE" && wide(nodeWith("MODULE")), here());
  step("a click selects", title() === "MODULE" && nodeWith("MODULE").classList.contains("selected"), title());
  step("size, share and records are told", ["size", "of the file", "records", "crc32"].every((t) => all("#details dt").some((d) => d.textContent === t)), all("#details dt").map((d) => d.textContent));
  step("the records of the module are listed", all("#records .kind").some((k) => k.textContent === "GLOBALVAR"), all("#records .kind").length);

  await click(nodeWith("FUNCTION ×"));
  await click(nodeWith("@main"));
  step("zooms to a function", here() === "@main" && wide(nodeWith("@main")) && wide(nodeWith("MODULE")), here());
  step("its records are listed in file order", all("#records .kind")[0].textContent === "DECLAREBLOCKS" && all("#records .kind").at(-1).textContent !== "DECLAREBLOCKS", all("#records .kind").length);
  step("with their fields", all("#records td.mono").some((d) => d.textContent.includes("callee=@twice")), "no such record");
  step("the address remembers the place", /zoom=\d+/.test(location.hash), location.hash);

  await click(nodeWith("DEBUG_RECORD_VALUE_SIMPLE"));
  step("a kind of record is selected", title() === "DEBUG_RECORD_VALUE_SIMPLE" && here() === "@main", `${title()} ${here()}`);
  step("its records alone are listed", all("#records .kind").length > 1 && all("#records .kind").every((k) => k.textContent === "DEBUG_RECORD_VALUE_SIMPLE"), all("#records .kind").length);

  await click(all("#crumbs button").find((b) => b.textContent === "MODULE"));
  step("the way back zooms out", here() === "MODULE" && !wide(nodeWith("FUNCTION ×")), here());
  await click(nodeWith("old.bc"));
  step("so does a bar above", here() === "old.bc", here());

  await type("TWICE");
  step("a search finds by name, whatever the case", all("#found button")[0].textContent.startsWith("@twice"), document.getElementById("found").textContent);
  step("says how many", /^1 found/.test(document.querySelector("#found p").textContent), document.querySelector("#found p").textContent);
  step("and dims the others", all("#icicle .hit").length === 1 && nodeWith("STRTAB").classList.contains("dim") && !nodeWith("MODULE").classList.contains("dim"), all("#icicle .hit").length);
  await key("Enter");
  step("Enter goes to what was found", here() === "@twice" && title() === "@twice", here());
  await key("ArrowUp");
  step("an arrow selects the block around", title().startsWith("FUNCTION ×"), title());
  await key("ArrowDown");
  await key("ArrowRight");
  step("and the next one", title().startsWith("@") && document.getElementById("icicle").getAttribute("aria-activedescendant") !== "", title());
  const first = title();
  await key("ArrowLeft");
  step("and the one before", title().startsWith("@") && title() !== first, title());
  await type("debug_loc");
  step("records are found too", all("#found button").length >= 2 && all("#found button").every((b) => b.textContent.startsWith("DEBUG_LOC")), document.getElementById("found").textContent);
  await click(all("#found button")[0]);
  step("a click on a find goes there", title().startsWith("DEBUG_LOC") && document.getElementById("found").hidden, title());
  await type("no such name");
  step("nothing is found where nothing is", all("#icicle .hit").length === 0 && document.querySelector("#found p").textContent === "nothing found", all("#icicle .hit").length);
  await type("");
  step("an empty search shows everything", all("#icicle .dim, #icicle .hit").length === 0 && document.getElementById("found").hidden, all("#icicle .dim").length);
  document.getElementById("icicle").focus();
  await key("Home");
  step("Home shows the file", here() === "old.bc", here());
  await key("ArrowDown");
  await key("Enter");
  step("Enter zooms", here() === "MODULE", here());
  await key("Escape");
  step("Escape zooms out", here() === "old.bc", here());

  const before = getComputedStyle(document.body).backgroundColor;
  await click(document.getElementById("theme"));
  step("there are two themes", getComputedStyle(document.body).backgroundColor !== before, before);
  step("nothing is loaded", performance.getEntriesByType("resource").length === 0, performance.getEntriesByType("resource").map((r) => r.name));
"##;

/// Names from the file stay text.
const NAMES: &str = r##"
  step("the title is the page's", document.title.endsWith("bcdump"), document.title);
  await type("<\/script>");
  step("a name with a tag is found", all("#found button")[0].title.includes("document.title='broken'"), document.getElementById("found").textContent);
  await key("Enter");
  step("and shown as it is", title() === "@<\/script><script>document.title='broken'<\/script>", title());
  await type("<" + "!--");
  step("so is one with a comment", all("#found button").length === 1, document.getElementById("found").textContent);
"##;

/// What is too thin to be drawn can be zoomed to, in turns.
const MANY: &str = r##"
  const rest = () => all("#icicle .rest").find((n) => n.dataset.node === nodeWith("FUNCTION ×").dataset.node);
  const names = () => all("#icicle .n[role]").filter((n) => n.getAttribute("aria-label").startsWith("@"));
  await click(nodeWith("FUNCTION ×"));
  step("too many to be drawn", rest() && names().length === 0 && rest().textContent === "1,000 more", rest()?.textContent);
  const drawn = new Set();
  let turns = 0;
  for (; rest() && turns < 20; turns++) {
    await click(rest());
    names().forEach((n) => drawn.add(n.getAttribute("aria-label")));
  }
  step("all are drawn in turn", drawn.size === 1000 && turns < 12, `${drawn.size} ${turns}`);
  step("the way tells", here() === "the smaller ones", here());
  await key("Escape");
  step("the way back is Escape", here().startsWith("FUNCTION ×"), here());
  await type("f777");
  step("what is not drawn is found", rest().classList.contains("hit"), rest().className);
  await key("Enter");
  step("and shown", document.querySelector("#icicle .selected").getAttribute("aria-label").startsWith("@f777,"), title());
"##;

fn bcdump(file: &Path, page: &Path) -> std::process::Output {
    Command::new(env!("CARGO_BIN_EXE_bcdump")).arg(file).arg("--html").arg(page).output().expect("bcdump runs")
}

/// The browser, if there is one.
fn chromium() -> Option<PathBuf> {
    if let Some(program) = env::var_os("BCTK_CHROMIUM") {
        return Some(program.into());
    }
    let path = env::var_os("PATH")?;
    let names = ["chromium", "chromium-browser", "google-chrome"];
    env::split_paths(&path).flat_map(|dir| names.map(|name| dir.join(name))).find(|program| program.is_file())
}

/// Shows the page of `file` and runs `script` in it: what it noted, and nothing may fail.
fn visit(file: &Path, script: &str, steps: usize) {
    let Some(program) = chromium() else {
        eprintln!("left out: no chromium");
        return;
    };
    let dir = tempfile::tempdir().expect("a temporary folder");
    let page = dir.path().join("page.html");
    let made = bcdump(file, &page);
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let text = fs::read_to_string(&page).expect("the page");
    let script = format!(
        "<style>.n, #icicle {{ transition: none !important }}</style><script>{PRELUDE}\n(async () => {{ try {{ await pause();\n{script}\n}} catch (e) {{ seen.push(`FAILS: ${{e}}`); }}\n\
         document.body.replaceChildren(Object.assign(document.createElement('pre'), {{ id: 'seen', textContent: 'BEGIN\\n' + seen.join('\\n') + '\\nEND' }})); }})();</script></body>"
    );
    assert_eq!(text.matches("</body>").count(), 1);
    fs::write(&page, text.replace("</body>", &script)).expect("the page with the script");
    let output = Command::new(program)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"])
        .args(["--disable-sync", "--no-first-run", "--window-size=1300,900", "--virtual-time-budget=60000", "--dump-dom"])
        .arg(format!("--user-data-dir={}", dir.path().join("profile").display()))
        .arg(format!("file://{}", page.display()))
        .output()
        .expect("chromium runs");
    let dom = String::from_utf8_lossy(&output.stdout);
    let seen = dom.split_once("BEGIN\n").and_then(|(_, rest)| rest.split_once("\nEND")).map(|(seen, _)| seen);
    let seen = seen.unwrap_or_else(|| panic!("the script came to no end: {}", String::from_utf8_lossy(&output.stderr)));
    assert!(!seen.contains("FAILS"), "{seen}");
    assert_eq!(seen.matches("holds:").count(), steps, "{seen}");
}

#[test]
fn zoom_select_search() {
    visit(&data("diff/old.bc"), VISIT, VISIT.matches("step(").count());
}

#[test]
fn names_stay_text() {
    visit(&data("html/names.bc"), NAMES, NAMES.matches("step(").count());
}

#[test]
fn many_functions() {
    visit(&data("html/many.bc"), MANY, MANY.matches("step(").count());
}

#[test]
fn alone_and_complete() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let page = dir.path().join("page.html");
    for name in ["diff/new.bc", "html/names.bc"] {
        assert!(bcdump(&data(name), &page).status.success());
        let text = fs::read_to_string(&page).expect("the page");
        for outside in ["src=", "href=", "@import", "http://", "https://", "url("] {
            assert!(!text.contains(outside), "{name}: {outside}");
        }
        assert_eq!((text.matches("<script").count(), text.matches("</script").count()), (3, 3), "{name}");
        assert!(text.ends_with("</html>\n"));
    }
}

#[test]
fn damaged_files_are_shown_as_far_as_they_go() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let (cut, page) = (dir.path().join("cut.bc"), dir.path().join("page.html"));
    let bytes = fs::read(data("diff/old.bc")).expect("the file");
    fs::write(&cut, &bytes[..bytes.len() / 2]).expect("half of it");
    let output = bcdump(&cut, &page);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cut.bc: "));
    let text = fs::read_to_string(&page).expect("the page");
    assert!(text.contains("damaged: ") && text.contains("\"MODULE\"") && text.contains("\"not read\""));
    fs::write(&cut, b"plain text, no bitcode").expect("something else");
    fs::remove_file(&page).expect("the page goes");
    assert_eq!(bcdump(&cut, &page).status.code(), Some(1));
    assert!(!page.exists());
}

/// The text between two others.
fn between<'t>(text: &'t str, from: &str, to: &str) -> &'t str {
    text.split_once(from).and_then(|(_, rest)| rest.split_once(to)).expect("the part").0
}

/// The lines of all chunks of a page: its entries.
fn entries(page: &str) -> Vec<String> {
    let mut lines = Vec::new();
    for group in page.split("<script type=\"text/plain\" class=\"chunks\">\n").skip(1) {
        for chunk in group.split("</script>").next().expect("the group").lines() {
            let mut text = String::new();
            let bytes = BASE64_STANDARD_NO_PAD.decode(chunk).expect("base 64");
            DeflateDecoder::new(&bytes[..]).read_to_string(&mut text).expect("text");
            lines.extend(text.split('\n').map(str::to_owned));
        }
    }
    lines
}

/// Every record of the file is in the page, and every function is a node that says where its records are.
#[test]
fn records_of_every_function() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let page = dir.path().join("page.html");
    let corpus = corpus("v22");
    for file in [data("html/many.bc"), data("diff/old.bc"), corpus.join("clang-cpp-O2.bc")] {
        assert!(bcdump(&file, &page).status.success());
        let text = fs::read_to_string(&page).expect("the page");
        let lines = entries(&text);
        let shown = Command::new(env!("CARGO_BIN_EXE_bcdump")).arg(&file).args(["--records", "--json"]).output().expect("bcdump runs");
        let records: serde_json::Value = serde_json::from_slice(&shown.stdout).expect("JSON");
        let items = records["items"].as_array().expect("items").iter().filter(|item| item["item"] == "record");
        let wanted: Vec<u64> = items.map(|record| record["bit"].as_u64().expect("a bit")).collect();
        let number = |digits: &str| if digits.is_empty() { 0 } else { u64::from_str_radix(digits, 36).expect("base 36") };
        let (mut bit, mut found) = (0, Vec::new());
        for line in &lines {
            let fields: Vec<&str> = line.split('\t').collect();
            match fields[..] {
                ["-"] => {}
                [_, begin] => bit = number(begin),
                [_, bits, gap, ..] => {
                    bit += number(gap);
                    found.push(bit);
                    bit += number(bits);
                }
                _ => panic!("{line}"),
            }
        }
        assert_eq!(found, wanted, "{}", file.display());

        let tree: serde_json::Value = serde_json::from_str(between(&text, "id=\"data\">", "</script>")).expect("JSON");
        let column = |name: &str| tree["nodes"][name].as_array().expect("a column").clone();
        let (names, counts, first, last) = (column("name"), column("count"), column("first"), column("last"));
        let mut functions = 0;
        for node in 0..names.len() {
            let (Some(first), Some(last)) = (first[node].as_u64(), last[node].as_u64()) else { continue };
            let within = &lines[first as usize..last as usize];
            let records = within.iter().filter(|line| **line != "-" && !line.starts_with('+')).count();
            assert_eq!(Some(records as u64), counts[node].as_u64());
            functions += usize::from(tree["names"][names[node].as_u64().expect("a name") as usize] == "FUNCTION");
        }
        assert_eq!(functions, lines.iter().filter(|line| line.starts_with('+') && is_function(&tree, line)).count());
        assert!(functions > 1);
    }
}

fn is_function(tree: &serde_json::Value, line: &str) -> bool {
    let name = line[1..].split('\t').next().and_then(|name| usize::from_str_radix(name, 36).ok()).expect("a name");
    tree["names"][name] == "FUNCTION"
}

/// Goes through the records of every block as the script of the page does.
const EVERY: &str = r##"
const html = require("fs").readFileSync(process.argv[2], "utf8");
const data = JSON.parse(html.match(/id="data">(.*?)<\/script>/s)[1]);
const groups = [...html.matchAll(/class="chunks">(.*?)<\/script>/gs)].map((found) => ({ textContent: found[1] }));
const script = html.slice(html.lastIndexOf("<script>"));
const part = script.slice(script.indexOf("  const chunks = data.chunks"), script.indexOf("  let turn = 0;"));
const entries = new Function("data", "document", `${part}; return entries;`)(data, { getElementsByClassName: () => groups });
(async () => {
  const { nodes } = data;
  for (let i = 0; i < nodes.type.length; i++) {
    if (nodes.type[i] !== 1) continue;
    let count = 0;
    for await (const entry of entries(nodes.first[i], nodes.last[i])) {
      if (entry.block) continue;
      count++;
      if (!(entry.bit >= nodes.at[i] && entry.bit + entry.bits <= nodes.at[i] + nodes.bits[i] && data.names[entry.name])) throw new Error(JSON.stringify(entry));
    }
    if (count !== nodes.count[i]) throw new Error(`${i}: ${count} of ${nodes.count[i]}`);
  }
  console.log("all");
})();
"##;

#[test]
fn the_script_reaches_every_record() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let (page, script) = (dir.path().join("page.html"), dir.path().join("every.js"));
    fs::write(&script, EVERY).expect("the script");
    for name in ["html/many.bc", "diff/old.bc"] {
        assert!(bcdump(&data(name), &page).status.success());
        let Ok(output) = Command::new("node").arg(&script).arg(&page).output() else {
            eprintln!("left out: no node");
            return;
        };
        assert_eq!(String::from_utf8_lossy(&output.stdout), "all\n", "{}", String::from_utf8_lossy(&output.stderr));
    }
}
