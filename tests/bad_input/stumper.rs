//! Bad input of `engine stumper versus` and `engine stumper route`.

use super::*;

fn stumper(args: &str) -> Finished {
    finish(&mut engine(&format!("stumper {args}")))
}

#[test]
fn unknown_words_are_refused() {
    assert_one_line(&stumper("versus starx"), 2, &["word 1", "'starx'", "twl06"]);
    assert_one_line(&stumper("versus star,xxxx"), 2, &["word 2", "'xxxx'"]);
    assert_one_line(&stumper("versus star,"), 2, &["word 2", "''"]);
    assert_one_line(&stumper("route starx ammo"), 2, &["FROM", "'starx'"]);
    assert_one_line(&stumper("route ammo starx"), 2, &["TO", "'starx'"]);
}

#[test]
fn versus_refuses_illegal_moves() {
    for (played, says) in [
        ("star,stars,soar", "not an anagram, alteration or addition"),
        ("star,soar,star", "played before"),
        ("star,lynx", "not an anagram, alteration or addition"),
    ] {
        let run = stumper(&format!("versus {played}"));
        assert_one_line(&run, 2, &["cannot be played after", says]);
    }
    let run = stumper("versus star,arts,rats,tars --moves-per-player 1");
    assert_one_line(&run, 2, &["word 4", "no moves left"]);
}

#[test]
fn route_must_start_with_a_legal_first_word() {
    assert_one_line(&stumper("route stars stare"), 2, &["FROM", "5 letters"]);
    assert_usage_error("stumper route", &["<FROM>"]);
    assert_usage_error("stumper route star", &["<TO>"]);
}

#[test]
fn too_hard_a_puzzle_is_refused_with_the_hardest_available() {
    let folder = Folder::new();
    let dict = folder.write("dict.txt", "star\nstars\nlynx\n");
    let random = "route --random --difficulty 2 --dict";
    let run = stumper(&format!("{random} {}", dict.display()));
    assert_one_line(&run, 2, &["--difficulty 2", "1 move"]);
    let run = stumper(&format!("{random} {} --no-budget", dict.display()));
    assert_one_line(&run, 2, &["--difficulty 2", "1 move"]);
    let run = stumper("route --random --difficulty 99999999999999");
    assert_one_line(&run, 2, &["--difficulty 99999999999999", "24 moves"]);
}

#[test]
fn dictionary_without_a_start_word_is_refused() {
    let folder = Folder::new();
    let dict = folder.write("dict.txt", "stars\n");
    for job in ["versus", "route --random --difficulty 1"] {
        let run = stumper(&format!("{job} --dict {}", dict.display()));
        assert_one_line(&run, 2, &["four letters"]);
    }
}

#[test]
fn conflicting_options_are_refused() {
    for (args, says) in [
        ("versus --line", "<WORD,WORD,…>"),
        ("versus star --top 3", "--top"),
        ("versus --addition-gain 2", "--moves-per-player"),
        ("route --random", "--difficulty"),
        ("route star ammo --difficulty 3", "--difficulty"),
        ("route star ammo --seed 3", "--seed"),
        ("route star ammo --random --difficulty 3", "--random"),
    ] {
        assert_usage_error(&format!("stumper {args}"), &[says]);
    }
}

#[test]
fn numbers_out_of_range_are_refused() {
    for moves in ["0", "21", "x", "-1"] {
        let args = format!("stumper versus --moves-per-player={moves}");
        assert_usage_error(&args, &["from 1 to 20"]);
        let args = format!("stumper versus --moves-per-player=3 --addition-gain={moves}");
        match moves {
            "0" => {}
            _ => assert_usage_error(&args, &["from 0 to 20"]),
        }
    }
    for difficulty in ["0", "x"] {
        let args = format!("stumper route --random --difficulty {difficulty}");
        assert_usage_error(&args, &["at least 1"]);
    }
    assert_usage_error(
        "stumper route --random --difficulty 1 --seed x",
        &["--seed"],
    );
}

#[test]
fn longer_first_word_of_a_route_is_refused_with_the_option_that_allows_it() {
    assert_usage_error(
        "stumper route jacket jackets",
        &["--no-budget allows any word"],
    );
}

#[test]
fn one_move_is_not_called_moves() {
    let folder = Folder::new();
    let dict = folder.write("dict.txt", "star\ntsar\n");
    let run = finish(engine("stumper solve --word star --dict").arg(dict));
    assert_succeeds(&run);
    assert!(run.stdout.contains(" in 1 move, one best game"), "{run:?}");
}
