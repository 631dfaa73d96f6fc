//! The stage `best_moves` on the CPU and on a GPU: Letterpress boards, one and a thousand.

mod backends;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use wordgame_engine::compute::best_moves::{MoveBatch, MoveQuery, Scope};
use wordgame_engine::compute::grid::Exposed;
use wordgame_engine::letterpress::lexicon::anagrams;
use wordgame_engine::letterpress::{Board, Lexicon, Ways};
use wordgame_engine::words::{Dictionary, Vocabulary};

/// The board with the most moves that we have found.
const WORST: &str = "aaeeeeeiinnprrrsssssstttt";

/// The board of the article.
const ARTICLE: &str = "efpjaccwcejfjvkqmmpbkumlt";

fn best_moves(c: &mut Criterion) {
    let dictionary = Dictionary::english();
    let all = Lexicon::new(&dictionary, |_| true);
    let common = Lexicon::new(&dictionary, |frequency| Vocabulary::Common.knows(frequency));
    let article = Board::new(ARTICLE, 2595, 27262992, [""; 0]).expect("a board");
    let worst = Board::new(WORST, 0, 0, [""; 0]).expect("a board");
    let jobs = [
        ("worst board, every word", batch(&[worst], &all)),
        (
            "the article's board, common words",
            batch(&[article], &common),
        ),
        ("1,000 boards, common words", batch(&thousand(), &common)),
    ];
    let mut group = c.benchmark_group("best_moves");
    group.sample_size(10);
    for (name, backend) in backends::open_all() {
        for (job, batch) in &jobs {
            let moves = (0..batch.len())
                .map(|board| batch.moves_of_board(board))
                .sum();
            group.throughput(Throughput::Elements(moves));
            for scope in [Scope::BestOfFamily, Scope::EveryMove] {
                let query = MoveQuery {
                    exposed: Exposed::Ours,
                    scope,
                    top: 20,
                };
                let id = BenchmarkId::new(&name, format!("{job}, {scope:?}"));
                group.bench_function(id, |b| b.iter(|| backend.best_moves(batch, query)));
            }
        }
    }
    group.finish();
}

/// All moves of some boards. Anagrams have the same moves and count once.
fn batch(boards: &[Board], lexicon: &Lexicon) -> MoveBatch {
    let mut batch = MoveBatch::default();
    for board in boards {
        let words = lexicon.playable(board);
        let groups = anagrams(&words);
        let mut ways = Ways::new(&mut batch, board, true);
        for group in groups {
            let first = words[group.positions[0] as usize];
            ways.push(lexicon.dictionary().word(first.word));
        }
        ways.finish();
    }
    batch
}

/// A thousand boards in the middle of a game, with letters as frequent as in English.
fn thousand() -> Vec<Board> {
    let bag = "eeeeeeeeeeeetttttttttaaaaaaaaooooooooiiiiiiinnnnnnnssssssrrrrrrhhhhhhllllddddcccuuummmffppggwwyybbvkjxqz";
    let mut state = 1u32;
    let mut next = |below: usize| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as usize % below
    };
    let board = |_| {
        let letters = (0..25).map(|_| bag.as_bytes()[next(bag.len())]);
        let letters = String::from_utf8(letters.collect()).expect("ASCII");
        let ours = (next(1 << 12) << 13) as u64;
        let theirs = next(1 << 12) as u64;
        Board::new(&letters, ours, theirs, [""; 0]).expect("a board")
    };
    (0..1_000).map(board).collect()
}

criterion_group!(benches, best_moves);
criterion_main!(benches);
