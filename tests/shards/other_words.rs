//! Every job in shards, on words of other lengths and in other alphabets.

use super::*;

/// Lists of solutions and of further guesses, one word per line.
const LISTS: [(&str, &str, &str); 4] = [
    (
        "english",
        "flight bright sights mights slight winter hinter linter plight crates grates",
        "bubble zigzag planet",
    ),
    (
        "russian",
        "песня слово ветер море книга сокол рубль лодка ложка кошка мошка",
        "фильм цапля",
    ),
    (
        "german",
        "größe grüße straße strafe kräfte gräfte größte süßeste strauß grüßte",
        "äußern öffnen",
    ),
    (
        "short",
        "der die das wer wie was für tür ohr öhr",
        "und übe",
    ),
];

fn folder() -> (Folder, Vec<String>) {
    let folder = Folder::new();
    let lists = LISTS.map(|(name, solutions, guesses)| {
        folder.write(&format!("{name}.txt"), &solutions.replace(' ', "\n"));
        folder.write(&format!("{name}-guesses.txt"), &guesses.replace(' ', "\n"));
        format!("--solutions {name}.txt --guesses {name}-guesses.txt")
    });
    (folder, lists.to_vec())
}

#[test]
fn merged_shards_equal_one_process() {
    let (folder, lists) = folder();
    for lists in &lists {
        for rule in ["wordle", "peaks"] {
            for job in [
                "simulate --all-openings",
                "simulate --all-openings --turns 3",
                "simulate --all-openings --turns 8 --hard",
                "within 3 --top 2",
                "optimal --top 2",
                "optimal --hard --turns 3",
            ] {
                folder.assert_merge(&format!("{rule} {job} --backend cpu {lists}"), 3);
            }
        }
    }
}

#[test]
fn merged_tables_equal_one_process() {
    let (folder, lists) = folder();
    for lists in &lists {
        super::patterns::assert_merge(&folder, &format!("--rule wordle {lists}"), &[2, 5]);
        super::patterns::assert_merge(&folder, &format!("--rule peaks --all {lists}"), &[3]);
    }
}

#[test]
fn shards_of_other_letters_or_turns_are_refused() {
    let (folder, lists) = folder();
    let job = "wordle simulate --all-openings --backend cpu";
    let lists = &lists[1];
    for (one, other, difference) in [
        ("--turns 3", "--turns 4", "they differ in turns"),
        ("", "--turns 4", "they differ in turns"),
        (
            "",
            "--alphabet абвгдежзийклмнопрстуфхцчшщъыьэюя",
            "they differ in lists.alphabet",
        ),
    ] {
        folder.result(&format!(
            "{job} {lists} {one} --shard 1/2 --output one.json"
        ));
        folder.result(&format!(
            "{job} {lists} {other} --shard 2/2 --output other.json"
        ));
        let refused = folder.run("merge one.json other.json");
        assert_eq!(refused.code, Some(2), "{refused:?}");
        assert!(refused.stderr.contains(difference), "{refused:?}");
    }
}

#[test]
fn checkpoints_are_for_one_order_of_the_letters() {
    let (folder, lists) = folder();
    let job = format!(
        "peaks optimal --backend cpu --checkpoint checkpoint.json {}",
        lists[1]
    );
    let first = folder.result(&job);
    let resumed = folder.run(&job);
    assert!(
        resumed.stderr.contains("taken from checkpoint.json"),
        "{resumed:?}"
    );
    assert_eq!(without_varying(&resumed.stdout), first);
    let other = folder.run(&format!(
        "{job} --alphabet яюэьыъщшчцхфутсрпонмлкйизжедгвба"
    ));
    assert_eq!(other.code, Some(2), "{other:?}");
    assert!(other.stderr.contains("it differs in alphabet"), "{other:?}");
}
