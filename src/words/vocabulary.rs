//! Vocabulary levels: how many words a player knows.

use serde::{Deserialize, Serialize};

/// A vocabulary level: a player knows every word that is common enough. Each level includes the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Vocabulary {
    /// A thousand words: a Zipf frequency of 4.97 or more.
    Basic,
    /// Eleven thousand words: a Zipf frequency of 3.60 or more.
    Common,
    /// Fifty thousand words: a Zipf frequency of 2.22 or more.
    Highbrow,
    /// Every word whose frequency is known.
    Obscure,
    /// Every word.
    Sesquipedalian,
}

impl Vocabulary {
    /// All levels, from the smallest to the largest.
    pub const ALL: [Vocabulary; 5] = [
        Vocabulary::Basic,
        Vocabulary::Common,
        Vocabulary::Highbrow,
        Vocabulary::Obscure,
        Vocabulary::Sesquipedalian,
    ];

    /// The level's name.
    pub fn name(self) -> &'static str {
        match self {
            Vocabulary::Basic => "basic",
            Vocabulary::Common => "common",
            Vocabulary::Highbrow => "highbrow",
            Vocabulary::Obscure => "obscure",
            Vocabulary::Sesquipedalian => "sesquipedalian",
        }
    }

    /// True if a player of this level knows a word of this Zipf frequency (`None`: unknown).
    pub fn knows(self, frequency: Option<f64>) -> bool {
        let min_frequency = match self {
            Vocabulary::Basic => 4.97,
            Vocabulary::Common => 3.60,
            Vocabulary::Highbrow => 2.22,
            Vocabulary::Obscure => f64::NEG_INFINITY,
            Vocabulary::Sesquipedalian => return true,
        };
        frequency.is_some_and(|frequency| frequency >= min_frequency)
    }

    /// The smallest level that knows a word of this Zipf frequency (`None`: unknown).
    pub fn needed_for(frequency: Option<f64>) -> Vocabulary {
        let knows = |level: &Vocabulary| level.knows(frequency);
        Vocabulary::ALL
            .into_iter()
            .find(knows)
            .unwrap_or(Vocabulary::Sesquipedalian)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_level_starts_at_its_frequency_and_includes_the_smaller_levels() {
        for (frequency, level) in [
            (Some(4.97), Vocabulary::Basic),
            (Some(4.96), Vocabulary::Common),
            (Some(3.60), Vocabulary::Common),
            (Some(3.59), Vocabulary::Highbrow),
            (Some(2.22), Vocabulary::Highbrow),
            (Some(2.21), Vocabulary::Obscure),
            (None, Vocabulary::Sesquipedalian),
        ] {
            assert_eq!(Vocabulary::needed_for(frequency), level);
            for other in Vocabulary::ALL {
                assert_eq!(other.knows(frequency), other >= level);
            }
        }
    }
}
