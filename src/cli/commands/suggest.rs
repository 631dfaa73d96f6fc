//! `engine wordle suggest`: the next guess of a game under way.

use std::time::Instant;

use clap::Args;
use wordgame_engine::Failure;
use wordgame_engine::guessing::advice::Adviser;
use wordgame_engine::guessing::{Game, Rule, Turn};
use wordgame_engine::report::numbers::counted;
use wordgame_engine::report::suggest::{NAMED_CANDIDATES, SuggestReport};
use wordgame_engine::report::{JobInfo, Top};
use wordgame_engine::words::Vocabulary;

use crate::cli::args::compute::ComputeArgs;
use crate::cli::args::hard::HardArg;
use crate::cli::args::lists::{ListArgs, note_beyond_solutions};
use crate::cli::args::output::OutputArgs;
use crate::cli::args::strategies::StrategyArgs;
use crate::cli::args::turns::TurnsArg;
use crate::cli::args::vocabulary::level_parser;
use crate::cli::commands::sweep::{check_turns, parse_turns};

/// The number of guesses that are shown without `--top`.
const DEFAULT_TOP: usize = 10;

/// Suggest the next guess of a game in progress: the candidates that are left, and the best guesses. With 40
/// candidates or fewer, the ranking is exact, unless that takes long or --strategy or --from restrict the choice
#[derive(Args)]
pub struct SuggestArgs {
    /// The guesses made, with their marks, as in: {turn}
    #[arg(value_name = "GUESS=MARKS")]
    turns: Vec<String>,
    #[command(flatten)]
    advice: AdviceArgs,
    /// How many guesses to show: a number or all [default: 10]
    #[arg(long, value_name = "N|all")]
    top: Option<Top>,
    /// How many candidates to name: a number or all [default: 20]; json always has all
    #[arg(long, value_name = "N|all")]
    candidates_shown: Option<Top>,
    #[command(flatten)]
    output: OutputArgs,
}

/// Options for how guesses are ranked.
#[derive(Args)]
pub struct AdviceArgs {
    #[command(flatten)]
    pub hard: HardArg,
    #[command(flatten)]
    turns: TurnsArg,
    #[command(flatten)]
    strategy: StrategyArgs,
    /// Among equal guesses, list words of this vocabulary first: basic, common, highbrow, obscure, or
    /// sesquipedalian (all words)
    #[arg(long, value_name = "LEVEL", value_parser = level_parser(), hide_possible_values = true, default_value = "common")]
    vocabulary: Vocabulary,
    #[command(flatten)]
    lists: ListArgs,
}

impl AdviceArgs {
    /// Loads the lists.
    pub fn adviser(&self, rule: &'static dyn Rule) -> Result<Adviser, Failure> {
        let strategy = self.strategy.one()?;
        let lists = self.strategy.in_order(self.lists.load()?);
        let game = self.turns.of(Game::new(rule, lists));
        Ok(Adviser::new(
            game,
            strategy,
            self.hard.mode(),
            self.vocabulary,
        ))
    }
}

/// Says on stderr which of the guesses made hard mode did not allow, if it is on.
fn note_illegal(adviser: &Adviser, turns: &[Turn]) {
    for (number, guess, violation) in adviser.illegal_guesses(turns) {
        crate::cli::terminal::note(&format!(
            "note: hard mode does not allow {guess} as guess {number}: {violation}"
        ));
    }
}

/// Runs `engine wordle suggest` or `engine peaks suggest`.
pub fn run(
    rule: &'static dyn Rule,
    args: &SuggestArgs,
    compute: &ComputeArgs,
) -> Result<(), Failure> {
    args.output.check()?;
    args.output.check_apart(&[], &args.advice.lists.files())?;
    check_turns(rule, &args.turns, "GUESS=MARKS")?;
    let started = Instant::now();
    let adviser = args.advice.adviser(rule)?;
    let game = &adviser.game;
    let turns = parse_turns(rule, game.lists(), &args.turns, "GUESS=MARKS")?;
    if let Some(turn) = turns.iter().find(|turn| turn.pattern == game.solved()) {
        return Err(Failure::BadInput(format!(
            "the game is over: {} was found; leave that guess out",
            turn.guess
        )));
    }
    note_illegal(&adviser, &turns);
    let backend = compute.open_backend_for_one()?;
    let top = args.top.map_or(DEFAULT_TOP, Top::rows);
    let advice = adviser.advise_exactly(&turns, top, &*backend)?;
    let seconds = started.elapsed().as_secs_f64();

    note_beyond_solutions(&advice.remaining);
    let job = JobInfo::new("suggest", advice.game, backend.info(), seconds);
    let done = job.done(&counted(advice.guesses.len(), "guess", "guesses"));
    args.output.write_report(&SuggestReport {
        job,
        adviser: &adviser,
        turns: &turns,
        advice: &advice,
        top,
        named: args.candidates_shown.map_or(NAMED_CANDIDATES, Top::rows),
    })?;
    crate::cli::terminal::note(&done);
    Ok(())
}
