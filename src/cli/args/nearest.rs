//! Suggestions for misspelt words.

/// The largest number of edits between the typed word and a suggestion.
const MAX_EDITS: usize = 2;

/// The word that is nearest to the typed one, in brackets for the end of a message; empty if none is near. The first of
/// equally near words is taken.
pub fn did_you_mean<'a>(typed: &str, words: impl IntoIterator<Item = &'a str>) -> String {
    let typed = typed.to_ascii_lowercase();
    let near = words.into_iter().filter_map(|word| {
        // The lengths alone rule most words out.
        (word.len().abs_diff(typed.len()) <= MAX_EDITS)
            .then(|| (strsim::osa_distance(&typed, word), word))
            .filter(|&(edits, _)| edits <= MAX_EDITS)
    });
    match near.min_by_key(|&(edits, _)| edits) {
        Some((_, word)) => format!(" (did you mean '{word}'?)"),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_near_words_are_suggested() {
        let words = ["crane", "carne", "slate"];
        assert_eq!(did_you_mean("Crann", words), " (did you mean 'crane'?)");
        assert_eq!(did_you_mean("slaet", words), " (did you mean 'slate'?)");
        assert_eq!(did_you_mean("xyzzy", words), "");
        assert_eq!(did_you_mean("", words), "");
    }
}
