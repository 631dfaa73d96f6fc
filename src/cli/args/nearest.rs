//! What a person may have meant.

/// Edits from what was typed, at most.
const MOST_EDITS: usize = 2;

/// The word that is nearest to what was typed, the first of equal ones, in brackets for the end of a
/// message; nothing where none is near.
pub fn did_you_mean<'a>(typed: &str, words: impl IntoIterator<Item = &'a str>) -> String {
    let typed = typed.to_ascii_lowercase();
    let near = words.into_iter().filter_map(|word| {
        // A word with more letters more or less cannot be near.
        (word.len().abs_diff(typed.len()) <= MOST_EDITS)
            .then(|| (strsim::osa_distance(&typed, word), word))
            .filter(|&(edits, _)| edits <= MOST_EDITS)
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
    fn the_nearest_word_is_named_and_none_that_is_far() {
        let words = ["crane", "carne", "slate"];
        assert_eq!(did_you_mean("Crann", words), " (did you mean 'crane'?)");
        assert_eq!(did_you_mean("slaet", words), " (did you mean 'slate'?)");
        assert_eq!(did_you_mean("xyzzy", words), "");
        assert_eq!(did_you_mean("", words), "");
    }
}
