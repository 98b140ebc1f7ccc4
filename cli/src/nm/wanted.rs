//! `--name` of `bctk symbols`: the symbols that names, as people write them, mean.
use std::collections::{BTreeSet, HashSet};

use bctk::names::NamePattern;

use super::Listing;
use super::options::Options;
use crate::conversion::near;

/// How many near names an error offers.
const NEAR: usize = 3;

/// A symbol by the names that it has: that in the file, and others that people may write.
pub(super) struct Named<'n> {
    pub(super) symbol: &'n [u8],
    pub(super) other: &'n [u8],
}

/// The names of the symbols that the options ask for by name; none if they do not. What each pattern found goes to the listing.
pub(super) fn choose(options: &Options, symbols: &[Named<'_>], listing: &mut Listing) -> Option<HashSet<Vec<u8>>> {
    if options.names.is_empty() {
        return None;
    }
    let mut chosen = HashSet::new();
    listing.found.resize_with(options.names.len(), Found::default);
    for (pattern, found) in options.names.iter().zip(&mut listing.found) {
        let pattern = NamePattern::new(pattern.as_bytes());
        let names: HashSet<&[u8]> = pattern.choose(symbols.iter().flat_map(|symbol| [symbol.symbol, symbol.other])).into_iter().collect();
        let meant = symbols.iter().filter(|symbol| names.contains(symbol.symbol) || names.contains(symbol.other));
        chosen.extend(meant.map(|symbol| symbol.symbol.to_vec()));
        found.any |= !names.is_empty();
        if !found.any {
            found.near.extend(pattern.nearest(symbols.iter().map(|symbol| symbol.symbol), NEAR));
        }
    }
    Some(chosen)
}

/// What a pattern found in a file.
#[derive(Default)]
pub(super) struct Found {
    any: bool,
    /// Names near it, if it found nothing.
    near: BTreeSet<String>,
}

/// What all files have together.
#[derive(Default)]
pub(super) struct All(Vec<Found>);

impl All {
    pub(super) fn add(&mut self, found: Vec<Found>) {
        self.0.resize_with(self.0.len().max(found.len()), Found::default);
        for (all, found) in self.0.iter_mut().zip(found) {
            all.any |= found.any;
            all.near.extend(found.near);
        }
    }

    /// An error for each pattern that found nothing.
    pub(super) fn complaints(mut self, options: &Options) -> Vec<String> {
        self.0.resize_with(options.names.len(), Found::default);
        let missed = options.names.iter().zip(&self.0).filter(|(_, found)| !found.any);
        missed
            .map(|(text, found)| {
                let names = found.near.iter().map(|name| name.as_bytes());
                format!("no symbol has the name '{text}'{}", near(&NamePattern::new(text.as_bytes()).nearest(names, NEAR)))
            })
            .collect()
    }
}
