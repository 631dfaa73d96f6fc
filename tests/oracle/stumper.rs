//! Stumper, slow and obvious: every game by exhaustive search, and the article's algorithm.

// Each user is a crate of its own and takes what it needs.
#![allow(dead_code)]

use std::collections::HashMap;

/// Whether a move leads from a word to another, straight from the rules.
pub fn is_move(from: &str, to: &str) -> bool {
    let (from, to) = (from.as_bytes(), to.as_bytes());
    if to.len() == from.len() + 1 {
        return (0..to.len()).any(|place| [&to[..place], &to[place + 1..]].concat() == from);
    }
    let sorted = |word: &[u8]| {
        let mut letters = word.to_vec();
        letters.sort_unstable();
        letters
    };
    let alterations = || from.iter().zip(to).filter(|(a, b)| a != b).count() == 1;
    from.len() == to.len() && from != to && (alterations() || sorted(from) == sorted(to))
}

/// The best games from the last of the words played, each the words that follow, and what they score.
pub fn best_games<'a>(
    words: &[&'a str],
    played: &mut Vec<&'a str>,
    left: u32,
) -> (u32, Vec<Vec<&'a str>>) {
    let word = *played.last().unwrap();
    let mut best = (0, vec![Vec::new()]);
    if left == 0 {
        return best;
    }
    for &next in words {
        if played.contains(&next) || !is_move(word, next) {
            continue;
        }
        let left = if next.len() > word.len() {
            left + 2
        } else {
            left - 1
        };
        played.push(next);
        let (score, games) = best_games(words, played, left);
        played.pop();
        let score = score + word.len() as u32;
        let games = games.into_iter().map(|game| [&[next], &game[..]].concat());
        if score > best.0 {
            best = (score, games.collect());
        } else if score == best.0 {
            best.1.extend(games);
        }
    }
    best
}

/// The article's algorithm: tiers from the longest words to the shortest; from each word of a tier with
/// each number of moves left, every path within the tier is tried.
pub struct Tiered {
    words: Vec<String>,
    moves: Vec<Vec<usize>>,
    solved: HashMap<(usize, u32), u32>,
}

impl Tiered {
    /// The algorithm on some words, of which nothing is solved yet.
    pub fn new(words: &[&str]) -> Tiered {
        let mut keys: HashMap<Vec<u8>, Vec<usize>> = HashMap::new();
        for (place, word) in words.iter().enumerate() {
            for key in Tiered::keys(word) {
                keys.entry(key).or_default().push(place);
            }
        }
        let moves = words.iter().map(|word| {
            let mut moves: Vec<usize> = Tiered::keys(word)
                .flat_map(|key| keys[&key].iter().copied())
                .chain((0..=word.len()).flat_map(|place| {
                    let longer = [&word[..place], "?", &word[place..]].concat();
                    keys.get(longer.as_bytes()).cloned().unwrap_or_default()
                }))
                .filter(|&to| is_move(word, words[to]))
                .collect();
            moves.sort_unstable();
            moves.dedup();
            moves
        });
        Tiered {
            moves: moves.collect(),
            words: words.iter().map(|&word| word.to_owned()).collect(),
            solved: HashMap::new(),
        }
    }

    /// What words with a move between them have in common: all but one letter, or the letters.
    fn keys(word: &str) -> impl Iterator<Item = Vec<u8>> {
        let mut letters = word.as_bytes().to_vec();
        letters.sort_unstable();
        (0..word.len())
            .map(|place| {
                [&word[..place], "?", &word[place + 1..]]
                    .concat()
                    .into_bytes()
            })
            .chain([letters])
    }

    /// With how many moves left each word can be entered by an addition at most, 3 at a start.
    pub fn most_at_entry(&self) -> Vec<u32> {
        let mut order: Vec<usize> = (0..self.words.len()).collect();
        order.sort_by_key(|&word| self.words[word].len());
        let start = |word: &String| if word.len() == 4 { 3 } else { 0 };
        let mut most_at_entry: Vec<u32> = self.words.iter().map(start).collect();
        let mut most_left = most_at_entry.clone();
        for tier in order.chunk_by(|&a, &b| self.words[a].len() == self.words[b].len()) {
            let tier_moves = |word: usize| self.moves[word].iter().copied();
            // As often as there can be moves within a tier.
            for _ in 0..100 {
                for &word in tier {
                    for next in tier_moves(word) {
                        if self.words[next].len() == self.words[word].len() {
                            most_left[next] =
                                most_left[next].max(most_left[word].saturating_sub(1));
                        }
                    }
                }
            }
            for &word in tier {
                if most_left[word] == 0 {
                    continue;
                }
                for next in tier_moves(word) {
                    if self.words[next].len() > self.words[word].len() {
                        most_at_entry[next] = most_at_entry[next].max(most_left[word] + 2);
                        most_left[next] = most_at_entry[next];
                    }
                }
            }
        }
        most_at_entry
    }

    /// Solves a word with some moves left; longer words are solved.
    pub fn solve(&mut self, word: usize, left: u32) -> u32 {
        let score = self.search(word, left, &mut vec![word]);
        self.solved.insert((word, left), score);
        score
    }

    fn search(&self, word: usize, left: u32, visited: &mut Vec<usize>) -> u32 {
        if left == 0 {
            return 0;
        }
        let mut best = 0;
        for &next in &self.moves[word] {
            if visited.contains(&next) {
                continue;
            }
            let rest = if self.words[next].len() > self.words[word].len() {
                self.solved[&(next, left + 2)]
            } else {
                visited.push(next);
                let rest = self.search(next, left - 1, visited);
                visited.pop();
                rest
            };
            best = best.max(self.words[word].len() as u32 + rest);
        }
        best
    }
}
