//! The oracle for Stumper: every answer by the shortest program that follows from the rules, however slow.
//! Also the algorithm of the article, which is faster but still slow.

// Each user is a crate of its own and uses only a part of this.
#![allow(dead_code)]

use std::collections::{BTreeMap, HashMap};

/// True if the rules allow a move from one word to another.
pub fn is_move(from: &str, to: &str) -> bool {
    let (from, to) = (from.as_bytes(), to.as_bytes());
    if is_longer(from, to) {
        return (0..to.len()).any(|i| to.len() == from.len() + 1 && without(to, i) == from);
    }
    let differences = from.iter().zip(to).filter(|(a, b)| a != b).count();
    from.len() == to.len() && from != to && (differences == 1 || sorted(from) == sorted(to))
}

fn is_longer(from: &[u8], to: &[u8]) -> bool {
    to.len() > from.len()
}

fn without(word: &[u8], index: usize) -> Vec<u8> {
    [&word[..index], &word[index + 1..]].concat()
}

fn sorted(word: &[u8]) -> Vec<u8> {
    let mut letters = word.to_vec();
    letters.sort_unstable();
    letters
}

/// Some words with the moves between them.
pub struct Oracle<'a> {
    moves: BTreeMap<&'a str, Vec<&'a str>>,
}

impl<'a> Oracle<'a> {
    /// Compares every two words.
    pub fn new(words: impl IntoIterator<Item = &'a str>) -> Oracle<'a> {
        let mut words: Vec<&str> = words.into_iter().collect();
        words.sort_unstable();
        let moves_from = |&from: &&'a str| {
            let to = words.iter().copied().filter(|to| is_move(from, to));
            (from, to.collect())
        };
        Oracle {
            moves: words.iter().map(moves_from).collect(),
        }
    }

    /// The words that one move from a word leads to, in alphabetical order.
    pub fn moves(&self, word: &str) -> &[&'a str] {
        &self.moves[word]
    }

    /// The words that can be played after these, in alphabetical order, each with the change of the number of
    /// moves left: `gain` for an addition and −1 for other moves.
    fn next(&self, played: &[&'a str], gain: i32) -> Vec<(&'a str, i32)> {
        let word = played[played.len() - 1];
        let moves = self.moves(word).iter();
        moves
            .filter(|next| !played.contains(next))
            .map(|&next| (next, if next.len() > word.len() { gain } else { -1 }))
            .collect()
    }

    /// Every way to continue the one-player game after these words, and the empty way.
    fn games(&self, played: &mut Vec<&'a str>, moves_left: Option<i32>) -> Vec<Vec<&'a str>> {
        let mut games = vec![Vec::new()];
        if moves_left == Some(0) {
            return games;
        }
        for (next, change) in self.next(played, 2) {
            played.push(next);
            let onward = self.games(played, moves_left.map(|left| left + change));
            played.pop();
            games.extend(onward.into_iter().map(|game| [&[next], &game[..]].concat()));
        }
        games
    }

    /// The best score that can be added after these words, and every game that attains it: the words that
    /// follow, games in alphabetical order.
    pub fn best_games(&self, played: &[&'a str], moves_left: u32) -> (u32, Vec<Vec<&'a str>>) {
        let word = played[played.len() - 1];
        let games = self.games(&mut played.to_vec(), Some(moves_left as i32));
        // A move scores the word that it leaves, so all words but the last.
        let score = |game: &Vec<&str>| -> u32 {
            let left = [&[word], &game[..]].concat();
            left[..game.len()]
                .iter()
                .map(|word| word.len() as u32)
                .sum()
        };
        let best = games.iter().map(score).max().unwrap();
        let mut games: Vec<_> = games
            .into_iter()
            .filter(|game| score(game) == best)
            .collect();
        games.sort();
        (best, games)
    }

    /// The words with which the player to move wins the two-player game. `moves_left` are those of the player to
    /// move and of the opponent, if there are budgets. Every game is played to its end.
    pub fn winning_moves(
        &self,
        played: &mut Vec<&'a str>,
        moves_left: Option<[u32; 2]>,
        addition_gain: u32,
    ) -> Vec<&'a str> {
        if matches!(moves_left, Some([0, _])) {
            return Vec::new();
        }
        let mut winning = Vec::new();
        for (next, change) in self.next(played, addition_gain as i32) {
            let moves_left = moves_left
                .map(|[own, opponents]| [opponents, own.checked_add_signed(change).unwrap()]);
            played.push(next);
            if self
                .winning_moves(played, moves_left, addition_gain)
                .is_empty()
            {
                winning.push(next);
            }
            played.pop();
        }
        winning
    }

    /// The shortest routes from a word to each word that can be reached, in alphabetical order. A route is given
    /// by its words, from the first to the last.
    pub fn shortest_routes(
        &self,
        from: &'a str,
        moves_left: Option<u32>,
    ) -> BTreeMap<&'a str, Vec<Vec<&'a str>>> {
        let mut shortest: BTreeMap<&str, Vec<Vec<&str>>> = BTreeMap::new();
        for game in self.games(&mut vec![from], moves_left.map(|left| left as i32)) {
            let route = [&[from], &game[..]].concat();
            let routes = shortest.entry(route[route.len() - 1]).or_default();
            let so_far = routes.first().map_or(usize::MAX, Vec::len);
            if route.len() < so_far {
                routes.clear();
            }
            if route.len() <= so_far {
                routes.push(route);
            }
        }
        shortest.values_mut().for_each(|routes| routes.sort());
        shortest
    }
}

/// The algorithm of the article: tiers from the longest words to the shortest, and in each tier every path from
/// every word with every number of moves left.
pub struct Tiered {
    words: Vec<String>,
    moves: Vec<Vec<usize>>,
    solved: HashMap<(usize, u32), u32>,
}

impl Tiered {
    /// Prepares the algorithm. Nothing is solved yet.
    pub fn new(words: &[&str]) -> Tiered {
        let mut with_key: HashMap<Vec<u8>, Vec<usize>> = HashMap::new();
        for (index, word) in words.iter().enumerate() {
            for key in Tiered::keys(word) {
                with_key.entry(key).or_default().push(index);
            }
        }
        let moves = words.iter().map(|word| {
            let same_length = Tiered::keys(word).flat_map(|key| with_key[&key].iter().copied());
            let longer = (0..=word.len()).flat_map(|index| {
                let key = [&word[..index], "?", &word[index..]].concat();
                with_key.get(key.as_bytes()).cloned().unwrap_or_default()
            });
            let candidates = same_length.chain(longer);
            let mut moves: Vec<usize> = candidates.filter(|&to| is_move(word, words[to])).collect();
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

    /// Words that a move within a tier joins have one of these keys in common: all letters but one, with a mark in
    /// its position, or all letters sorted.
    fn keys(word: &str) -> impl Iterator<Item = Vec<u8>> {
        let all_but_one = (0..word.len()).map(|index| {
            let key = [&word[..index], "?", &word[index + 1..]];
            key.concat().into_bytes()
        });
        all_but_one.chain([sorted(word.as_bytes())])
    }

    /// The most moves left when an addition leads to each word, and 3 for words of four letters. 0 if no
    /// game enters a tier at the word.
    pub fn most_at_entry(&self) -> Vec<u32> {
        let mut by_length: Vec<usize> = (0..self.words.len()).collect();
        by_length.sort_by_key(|&word| self.words[word].len());
        let start = |word: &String| if word.len() == 4 { 3 } else { 0 };
        let mut most_at_entry: Vec<u32> = self.words.iter().map(start).collect();
        let mut most_left = most_at_entry.clone();
        for tier in by_length.chunk_by(|&a, &b| self.words[a].len() == self.words[b].len()) {
            self.spread_within(tier, &mut most_left);
            for &word in tier.iter().filter(|&&word| most_left[word] > 0) {
                for &next in &self.moves[word] {
                    if self.is_addition(word, next) {
                        most_at_entry[next] = most_at_entry[next].max(most_left[word] + 2);
                    }
                }
            }
            most_left.clone_from_slice(&most_at_entry);
        }
        most_at_entry
    }

    /// Raises the most moves left at each word of a tier to what moves within the tier allow.
    fn spread_within(&self, tier: &[usize], most_left: &mut [u32]) {
        // No game has more than 84 moves left.
        for _ in 0..84 {
            for &word in tier {
                for &next in &self.moves[word] {
                    if !self.is_addition(word, next) {
                        let after = most_left[word].saturating_sub(1);
                        most_left[next] = most_left[next].max(after);
                    }
                }
            }
        }
    }

    fn is_addition(&self, from: usize, to: usize) -> bool {
        is_longer(self.words[from].as_bytes(), self.words[to].as_bytes())
    }

    /// Solves a word with some number of moves left. All longer words must be solved already.
    pub fn solve(&mut self, word: usize, moves_left: u32) -> u32 {
        let score = self.search(word, moves_left, &mut vec![word]);
        self.solved.insert((word, moves_left), score);
        score
    }

    fn search(&self, word: usize, moves_left: u32, visited: &mut Vec<usize>) -> u32 {
        if moves_left == 0 {
            return 0;
        }
        let mut best = 0;
        for &next in &self.moves[word] {
            if visited.contains(&next) {
                continue;
            }
            let rest = if self.is_addition(word, next) {
                self.solved[&(next, moves_left + 2)]
            } else {
                visited.push(next);
                let rest = self.search(next, moves_left - 1, visited);
                visited.pop();
                rest
            };
            best = best.max(self.words[word].len() as u32 + rest);
        }
        best
    }
}
