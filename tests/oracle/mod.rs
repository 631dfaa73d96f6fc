//! The oracle: short, slow reference implementations that follow the rules literally, and random words to
//! compare them with the library on.

// Each test file is a crate of its own and uses only a part of this module.
#![allow(dead_code)]

use std::collections::BTreeMap;
use std::ops::Range;

use proptest::collection::vec;
use proptest::prelude::*;
use wordgame_engine::compute::PartitionStats;
use wordgame_engine::guessing::pattern::patterns;
use wordgame_engine::guessing::rule::Wordle;
use wordgame_engine::guessing::{Lists, Pattern, Rule, Turn};
use wordgame_engine::words::{Alphabet, Letter, Word, WordList};

/// The word with these letters (a is 0).
pub fn word_of(letters: [u8; 5]) -> Word {
    let text: String = letters
        .map(|letter| char::from(b'a' + letter))
        .iter()
        .collect();
    text.parse().unwrap()
}

/// Random words over two to four letters, so that most words repeat some letter.
pub fn words(sizes: Range<usize>) -> impl Strategy<Value = Vec<Word>> {
    (2..=4u8).prop_flat_map(move |alphabet| {
        let word = prop::array::uniform5(0..alphabet).prop_map(word_of);
        vec(word, sizes.clone())
    })
}

/// Random words that differ in one or two positions, as hatch, match and hitch do. Guesses separate them
/// poorly.
pub fn similar_words(sizes: Range<usize>) -> impl Strategy<Value = Vec<Word>> {
    (0..5usize, 0..5usize).prop_flat_map(move |(often, rarely)| {
        let letters = (0..20u8, prop_oneof![4 => Just(25u8), 1 => 0..4u8]);
        let word = letters.prop_map(move |(letter, other)| {
            let mut letters = [25; 5];
            letters[rarely] = other;
            letters[often] = letter;
            word_of(letters)
        });
        vec(word, sizes.clone())
    })
}

/// Random guesses and solutions over the same few letters.
pub fn guesses_and_solutions(
    guesses: Range<usize>,
    solutions: Range<usize>,
) -> impl Strategy<Value = (Vec<Word>, Vec<Word>)> {
    (words(guesses), words(solutions))
}

/// Every word over the first `alphabet` letters.
pub fn all_words_of(alphabet: u32) -> Vec<Word> {
    let digit = |n: u32, position: usize| n / alphabet.pow(position as u32) % alphabet;
    (0..alphabet.pow(5))
        .map(|n| word_of(std::array::from_fn(|position| digit(n, position) as u8)))
        .collect()
}

/// Wordle's marks, computed by counting: a letter that is not green is yellow if, among the copies that are
/// not green, the solution has more than the guess has to the left.
pub fn marks_by_counting(guess: Word, solution: Word) -> Vec<u8> {
    let not_green = |word: Word, letter: Letter, positions: Range<usize>| {
        let is_copy = |&i: &usize| guess[i] != solution[i] && word[i] == letter;
        positions.filter(is_copy).count()
    };
    let mark = |i: usize| {
        if guess[i] == solution[i] {
            return 2;
        }
        let in_solution = not_green(solution, guess[i], 0..solution.len());
        let to_the_left = not_green(guess, guess[i], 0..i);
        u8::from(in_solution > to_the_left)
    };
    (0..guess.len()).map(mark).collect()
}

/// The number of solutions that give each pattern, by code.
pub fn counts_by_code(guess: Word, solutions: &[Word]) -> Vec<u32> {
    let mut counts = vec![0; patterns(guess.len())];
    for &solution in solutions {
        counts[usize::from(Wordle.pattern(guess, solution).code())] += 1;
    }
    counts
}

/// The sizes of the groups into which a guess divides some solutions.
pub fn group_sizes(guess: Word, solutions: &[Word]) -> Vec<u32> {
    let counts = counts_by_code(guess, solutions).into_iter();
    counts.filter(|&n| n > 0).collect()
}

/// The groups into which a guess divides some solutions, by pattern.
pub fn groups(guess: Word, solutions: &[Word]) -> BTreeMap<Pattern, Vec<Word>> {
    let mut groups = BTreeMap::<Pattern, Vec<Word>>::new();
    for &solution in solutions {
        let pattern = Wordle.pattern(guess, solution);
        groups.entry(pattern).or_default().push(solution);
    }
    groups
}

/// The figures of the partition that a guess makes of some solutions.
pub fn partition_stats(guess: Word, solutions: &[Word]) -> PartitionStats {
    PartitionStats::of_counts(
        &counts_by_code(guess, solutions),
        Wordle.solved(guess.len()).code(),
    )
}

/// Π n^n over the groups, which is 2 to the power of Σ n·log2 n: it compares entropies exactly. It fits 128 bits
/// for up to 24 solutions.
pub fn product_of_powers(groups: &[u32]) -> u128 {
    groups.iter().map(|&n| u128::from(n).pow(n)).product()
}

/// Standard hard mode as a player would check it: the greens are kept, and each letter that was shown green or
/// yellow is crossed out in the next guess.
pub fn hard_mode_by_crossing_out(turn: Turn, next: Word) -> bool {
    let guess = turn.guess;
    let marks: Vec<u8> = turn.pattern.marks().collect();
    let mut next = next.to_vec();
    if (0..guess.len()).any(|position| marks[position] == 2 && next[position] != guess[position]) {
        return false;
    }
    for position in (0..guess.len()).filter(|&position| marks[position] != 0) {
        match next.iter().position(|&letter| letter == guess[position]) {
            Some(found) => next.swap_remove(found),
            None => return false,
        };
    }
    true
}

/// Random alphabets of 2 to 40 letters of several scripts, in random order.
pub fn alphabets() -> impl Strategy<Value = Alphabet> {
    let letters: Vec<char> = ('a'..='z')
        .chain("äöüßéñ".chars())
        .chain('а'..='я')
        .chain('α'..='ω')
        .chain('א'..='ת')
        .chain('0'..='9')
        .collect();
    prop::sample::subsequence(letters, 2..=40)
        .prop_shuffle()
        .prop_map(|letters| Alphabet::new(&String::from_iter(letters)).unwrap())
}

/// The lists of a case: random words of one length over a few letters of an alphabet.
#[derive(Clone, Debug)]
pub struct RandomLists {
    pub alphabet: Alphabet,
    pub length: usize,
    pub guesses: Vec<Word>,
    pub solutions: Vec<Word>,
}

/// Random lists of words of one of some lengths. Words repeat letters, since they use few of the alphabet's.
pub fn random_lists(
    lengths: &'static [usize],
    guesses: Range<usize>,
    solutions: Range<usize>,
) -> impl Strategy<Value = RandomLists> {
    (alphabets(), prop::sample::select(lengths)).prop_flat_map(move |(alphabet, length)| {
        let (some, letters) = (alphabet.letters().len().min(6), alphabet.letters().to_vec());
        let letter = prop::sample::select(letters.into_iter().rev().take(some).collect::<Vec<_>>());
        let of = alphabet.clone();
        let word = vec(letter, length)
            .prop_map(move |letters| of.word(&String::from_iter(letters)).unwrap());
        (
            vec(word.clone(), guesses.clone()),
            vec(word, solutions.clone()),
        )
            .prop_map(move |(guesses, solutions)| RandomLists {
                alphabet: alphabet.clone(),
                length,
                guesses,
                solutions,
            })
    })
}

impl RandomLists {
    /// The lists for a game.
    pub fn lists(&self) -> Lists {
        let list = |words: &[Word]| WordList::new(words.iter().copied());
        let lists = Lists::new("random", list(&self.guesses), list(&self.solutions));
        lists.with_alphabet(self.alphabet.clone())
    }
}
