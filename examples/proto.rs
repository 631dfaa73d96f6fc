use wordgame_engine::guessing::{rule::{Wordle, WordPeaks}, Game, HardMode, Lists, Rule, optimal::*, simulate};
fn main(){
    let arg: Vec<String> = std::env::args().collect();
    let lists = if arg[1].contains("peaks") { 
        let d="/work/shared/data/word-peaks/";
        let l=|f:&str| wordgame_engine::words::load(std::path::Path::new(&format!("{d}{f}")), false).unwrap().words;
        Lists::new("own", l("words.txt"), l("targets.txt")) } else if arg[1].contains("nyt") {Lists::nyt()} else {Lists::original()};
    let rule: &'static dyn Rule = if arg[1].contains("peaks") {&WordPeaks} else {&Wordle};
    let game = Game::new(rule, lists);
    let hard = arg[1].contains("hard").then_some(HardMode::Standard);
    let max_guesses = arg.get(4).map(|a| a.parse().unwrap());
    let t = std::time::Instant::now();
    let cancelled = Default::default();
    let o = Optimal::new(&game, Settings{hard, max_guesses, memory: 2<<30}, &cancelled).unwrap();
    eprintln!("tables {:?}", t.elapsed());
    let openings: Vec<u32> = if arg[2] == "all" { (0..game.lists().guesses().len() as u32).collect() } else { arg[2].split(',').map(|w| game.lists().guess(w.parse().unwrap()).unwrap()).collect() };
    let r = o.openings(&openings, arg[3].parse().unwrap(), &[], &|_| ());
    eprintln!("{:?} {:?}", t.elapsed(), o.effort());
    for x in r.openings.iter().take(6) { println!("{} {:?}", game.guess_word(x.guess), x.total); }
    let tree = o.tree(r.openings[0].guess);
    eprintln!("{:?} {:?}", t.elapsed(), o.effort());
    if let Some(tree) = tree { let s = simulate(&game, &tree, hard); println!("{} {:?} {:?}", s.total(), s.spread(), s.faults.len()); }
}
