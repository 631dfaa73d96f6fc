//! The stage `pattern_matrix` on the CPU and on a GPU: the codes of every guess on every solution.

mod backends;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use wordgame_engine::guessing::{Game, Lists, rule::Wordle};

fn pattern_matrix(c: &mut Criterion) {
    let mut group = c.benchmark_group("pattern_matrix");
    let all = Lists::original().guesses().clone();
    let lists = [
        Lists::original(),
        Lists::new("all on all", all.clone(), all),
    ];
    for lists in lists {
        let game = Game::new(&Wordle, lists);
        let table = game.table();
        let patterns = table.guesses() * table.solutions();
        let mut codes = vec![0; patterns * table.code_bytes()];
        group.throughput(Throughput::Elements(patterns as u64));
        for (name, backend) in backends::open_all() {
            group.bench_function(BenchmarkId::new(&name, game.lists().name()), |b| {
                b.iter(|| backend.pattern_matrix(table, 0..table.guesses(), &mut codes));
            });
        }
    }
    group.finish();
}

criterion_group!(benches, pattern_matrix);
criterion_main!(benches);
