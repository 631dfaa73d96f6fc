use wordgame_engine::guessing::{rule::{Wordle, WordPeaks}, Game, HardMode, Lists, optimal, Rule};
fn main(){
    let arg: Vec<String> = std::env::args().collect();
    let lists = if arg[1].contains("peaks") { 
        let d="/work/shared/data/word-peaks/";
        let l=|f:&str| wordgame_engine::words::load(std::path::Path::new(&format!("{d}{f}")), false).unwrap().words;
        Lists::new("own", l("words.txt"), l("targets.txt")) } else {Lists::original()};
    let rule: &'static dyn Rule = if arg[1].contains("peaks") {&WordPeaks} else {&Wordle};
    let game = Game::new(rule, lists);
    let hard = arg[1].contains("hard").then_some(HardMode::Standard);
    if arg[2] == "all" {
        optimal::prototype_all(&game, hard, 1<<23, arg.get(3).map_or(100000, |a| a.parse().unwrap()));
    } else {
    let o = game.lists().guess(arg[2].parse().unwrap()).unwrap();
    println!("{:?}", optimal::prototype(&game, hard, o));
    }
}
