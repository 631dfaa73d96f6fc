//! `engine wordle suggest`: the next guess of a game under way.

use std::cmp::Reverse;
use std::io::{self, Write};
use std::time::Instant;

use clap::Args;
use comfy_table::{Cell, CellAlignment, Color, Table};
use hashbrown::HashMap;
use indicatif::HumanCount;
use itertools::Itertools;
use serde::Serialize;
use wordgame_engine::compute::Backend;
use wordgame_engine::compute::batch::Order;
use wordgame_engine::guessing::conflict::Repair;
use wordgame_engine::guessing::endgame::{ENDGAME, endgame};
use wordgame_engine::guessing::partition::{expected, win_in_two};
use wordgame_engine::guessing::rule::key_to_marks;
use wordgame_engine::guessing::strategy::State;
use wordgame_engine::guessing::sweep::Ranked;
use wordgame_engine::guessing::turn::candidates;
use wordgame_engine::guessing::{Conflict, Constraint, Game, Lists, Rule, Turn};
use wordgame_engine::words::{Vocabulary, Word};

use super::compute::ComputeArgs;
use super::failure::Failure;
use super::hard::HardArg;
use super::known::KnownWords;
use super::lists::{ListArgs, find_guess};
use super::number::counted;
use super::output::{Format, OutputArgs, Top, table, write_csv, write_json, write_table};
use super::report::{JobReport, TurnJson, format_turns};
use super::strategies::{NamedStrategy, StrategyArgs};
use super::sweep::parse_turns;
use super::vocabulary::level_parser;

/// Guesses that are shown where `--top` is not given.
const GUESSES: usize = 10;

/// Candidates that are named.
const CANDIDATES: usize = 20;

/// Words of a repair that are named.
const REPAIR_WORDS: usize = 3;

/// Repairs that are named.
const REPAIRS: usize = 4;

/// The next guess of a game under way: what is left, and the best guesses with what each would do. Of
/// 40 candidates or fewer the best guesses are found exactly, unless it takes long or --strategy or --from
/// narrow the choice
#[derive(Args)]
pub struct SuggestArgs {
    /// The guesses made, with their marks, as in: crane=-y--g slide=y---g
    #[arg(value_name = "GUESS=MARKS")]
    turns: Vec<String>,
    #[command(flatten)]
    advice: AdviceArgs,
    /// How many guesses to show: a number or all [default: 10]
    #[arg(long, value_name = "N|all")]
    top: Option<Top>,
    #[command(flatten)]
    output: OutputArgs,
}

/// Options that say what is suggested.
#[derive(Args)]
pub struct AdviceArgs {
    #[command(flatten)]
    pub hard: HardArg,
    #[command(flatten)]
    strategy: StrategyArgs,
    /// Of equal guesses, put those that people know first: basic, common, highbrow, obscure, or
    /// sesquipedalian, which knows them all
    #[arg(long, value_name = "LEVEL", value_parser = level_parser(), hide_possible_values = true, default_value = "common")]
    vocabulary: Vocabulary,
    #[command(flatten)]
    lists: ListArgs,
}

/// A game that guesses are suggested for.
pub struct Adviser {
    pub game: Game,
    strategy: NamedStrategy,
    known: KnownWords,
    hard: HardArg,
}

/// What is suggested in a state of the game.
pub struct Advice {
    /// The candidates left: places in their list.
    pub candidates: Vec<u32>,
    /// The guesses, best first.
    pub guesses: Vec<Ranked>,
    /// Where few candidates are left: the guesses that it takes in all to find them, exactly, of the
    /// guesses that stand first.
    totals: Vec<u32>,
    /// Whether that would have taken long.
    gave_up: bool,
}

impl AdviceArgs {
    /// Loads the lists.
    pub fn adviser(&self, rule: &'static dyn Rule) -> Result<Adviser, Failure> {
        let strategy = self.strategy.one()?;
        let lists = self.strategy.in_order(self.lists.load()?);
        Ok(Adviser {
            known: KnownWords::new(lists.guesses(), self.vocabulary),
            game: Game::new(rule, lists),
            strategy,
            hard: self.hard,
        })
    }
}

impl Adviser {
    fn lists(&self) -> &Lists {
        self.game.lists()
    }

    /// What hard mode asks after some turns.
    pub fn constraint(&self, turns: &[Turn]) -> Constraint {
        Constraint::of_turns(self.game.rule(), turns, self.hard.mode())
    }

    /// Says which of the guesses made hard mode did not allow, if it is on.
    fn note_illegal(&self, turns: &[Turn]) {
        for (made, turn) in turns.iter().enumerate() {
            let allowed = self.game.allowed_guesses(&self.constraint(&turns[..made]));
            let guess = self.lists().guess(turn.guess);
            if guess.is_some_and(|guess| allowed.binary_search(&guess).is_err()) {
                super::note(&format!(
                    "note: hard mode does not allow {} as guess {}",
                    turn.guess,
                    made + 1
                ));
            }
        }
    }

    /// The candidates that some turns leave.
    ///
    /// # Errors
    /// What contradicts what, if none are left.
    pub fn candidates(&self, turns: &[Turn]) -> Result<Vec<u32>, Failure> {
        let (rule, all) = (self.game.rule(), self.lists().candidates());
        candidates(rule, turns, all).map_err(|contradiction| match Conflict::of(rule, turns, all) {
            Some(conflict) => Failure::BadInput(self.describe(turns, &conflict)),
            None => contradiction.into(),
        })
    }

    /// A conflict in words.
    fn describe(&self, turns: &[Turn], conflict: &Conflict) -> String {
        let rule = self.game.rule();
        let of = |turn: usize| turns[turn].format(rule);
        let found = match &conflict.turns[..] {
            [alone] => format!("no solution in the list gives {}", of(*alone)),
            several => {
                format!(
                    "no solution fits {} together",
                    several.iter().map(|&turn| of(turn)).join(" and ")
                )
            }
        };
        let word = |&place: &u32| self.game.candidate_word(place).to_string();
        let mut repairs: Vec<&Repair> = conflict.repairs.iter().collect();
        repairs.sort_by_key(|repair| Reverse(repair.solutions.len()));
        let others = match repairs.len().saturating_sub(REPAIRS) {
            0 => String::new(),
            others => format!(
                "; {} would do as well",
                counted(others, "other mark", "other marks")
            ),
        };
        let repairs = repairs.into_iter().take(REPAIRS).map(|repair| {
            let repaired = Turn {
                pattern: repair.pattern,
                ..turns[repair.turn]
            };
            let words = repair
                .solutions
                .iter()
                .take(REPAIR_WORDS)
                .map(word)
                .join(", ");
            let more = match repair.solutions.len().saturating_sub(REPAIR_WORDS) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            format!("{} would leave {words}{more}", repaired.format(rule))
        });
        match conflict.repairs.is_empty() {
            true => format!("{found}; check the marks"),
            false => format!(
                "{found}; with one other mark, {}{others}",
                { repairs }.join("; ")
            ),
        }
    }

    /// Ranks the guesses after some turns.
    pub fn advise(&self, turns: &[Turn], backend: &dyn Backend) -> Result<Advice, Failure> {
        let candidates = self.candidates(turns)?;
        let constraint = self.constraint(turns);
        let mut allowed = self.game.allowed_guesses(&constraint).to_vec();
        if self.strategy.from == "candidates" {
            let guesses = candidates
                .iter()
                .map(|&place| self.game.guess_of_candidate(place));
            allowed = guesses
                .filter(|guess| allowed.binary_search(guess).is_ok())
                .collect();
        }
        let table = self
            .game
            .table()
            .restrict(bytemuck::cast_slice(&candidates));
        let stats = backend.partition(&table, bytemuck::cast_slice(&allowed))?;
        let guesses = allowed.iter().zip(stats);
        let mut guesses: Vec<Ranked> = guesses
            .map(|(&guess, stats)| Ranked { guess, stats })
            .collect();
        let order = self.strategy.order.unwrap_or(Order::MaxSplits);
        // A strategy that compares no partitions has one favourite.
        let favourite = match self.strategy.order {
            Some(_) => None,
            None => Some(self.choose(&candidates, &constraint, turns.len(), backend)?),
        };
        guesses.sort_by_key(|ranked| {
            let is_known = self.known.contains(ranked.guess);
            let key = order.key(&ranked.stats);
            (
                Some(ranked.guess) != favourite,
                key,
                !is_known,
                ranked.guess,
            )
        });
        Ok(Advice {
            candidates,
            guesses,
            totals: Vec::new(),
            gave_up: false,
        })
    }

    /// The same, but where few candidates are left the truly best `top` come first, unless the strategy
    /// is not to consider all guesses by their groups, or finding them takes long.
    pub fn advise_exactly(
        &self,
        turns: &[Turn],
        top: usize,
        backend: &dyn Backend,
    ) -> Result<Advice, Failure> {
        let mut advice = self.advise(turns, backend)?;
        let constraint = self.constraint(turns);
        let (hard, candidates) = (self.hard.mode(), &advice.candidates);
        let top = top.min(advice.guesses.len());
        if self.strategy.order.is_none() || self.strategy.from != "all" {
            return Ok(advice);
        }
        let found = endgame(&self.game, hard, &constraint, candidates, top);
        advice.gave_up = found.is_none() && candidates.len() <= ENDGAME;
        if let Some(found) = found {
            let totals: HashMap<u32, u32> = found.into_iter().collect();
            let total = |ranked: &Ranked| totals.get(&ranked.guess).copied();
            // Equal ones stay in the strategy's order.
            let guesses = &mut advice.guesses;
            guesses.sort_by_key(|ranked| total(ranked).unwrap_or(u32::MAX));
            advice.totals = guesses.iter().map_while(total).collect();
        }
        Ok(advice)
    }

    fn choose(
        &self,
        candidates: &[u32],
        constraint: &Constraint,
        made: usize,
        backend: &dyn Backend,
    ) -> Result<u32, Failure> {
        let state = State {
            candidates: candidates.to_vec(),
            constraint: *constraint,
            guesses_made: made as u32,
        };
        Ok(self
            .strategy
            .strategy
            .choose(&self.game, backend, &[&state])?[0])
    }
}

/// The JSON form. Names are stable.
#[derive(Serialize)]
struct SuggestJson {
    #[serde(flatten)]
    job: JobReport,
    given: Vec<TurnJson>,
    hard: Option<&'static str>,
    strategy: String,
    candidates: usize,
    first_candidates: Vec<Word>,
    guesses: Vec<Row>,
}

/// A guess in JSON and CSV. Names are stable.
#[derive(Serialize)]
struct Row {
    rank: usize,
    guess: Word,
    candidate: bool,
    splits: u32,
    largest: u32,
    expected: f64,
    win_in_two: f64,
    /// The guesses that it takes on average to find the solution, exactly, this one among them.
    mean_guesses: Option<f64>,
}

impl Advice {
    /// The guesses that it takes on average from the guess at a place on, where that is known.
    pub fn mean_guesses(&self, place: usize) -> Option<f64> {
        let total = self.totals.get(place);
        total.map(|&total| f64::from(total) / self.candidates.len() as f64)
    }

    fn rows(&self, game: &Game, top: usize) -> Vec<Row> {
        let n = self.candidates.len();
        let rows = (1..).zip(&self.guesses).take(top);
        rows.map(|(rank, ranked)| Row {
            rank,
            guess: game.guess_word(ranked.guess),
            candidate: ranked.stats.candidate,
            splits: ranked.stats.splits,
            largest: ranked.stats.largest,
            expected: expected(&ranked.stats, n),
            win_in_two: win_in_two(&ranked.stats, n),
            mean_guesses: self.mean_guesses(rank - 1),
        })
        .collect()
    }

    /// The first candidates.
    fn first_candidates(&self, game: &Game) -> Vec<Word> {
        let first = self.candidates.iter().take(CANDIDATES);
        first
            .map(|&candidate| game.candidate_word(candidate))
            .collect()
    }

    /// Writes what is left and the best guesses.
    pub fn write(&self, out: &mut dyn Write, game: &Game, top: usize) -> io::Result<()> {
        let n = self.candidates.len();
        let first = self.first_candidates(game).iter().join(", ");
        let more = match n.saturating_sub(CANDIDATES) {
            0 => String::new(),
            more => format!(", {} more", HumanCount(more as u64)),
        };
        writeln!(
            out,
            "{}: {first}{more}",
            counted(n, "candidate", "candidates")
        )?;
        write_table(out, &self.table(game, top))?;
        writeln!(out, "* a candidate: it may be the solution")?;
        match (self.totals.is_empty(), self.gave_up) {
            (true, true) => writeln!(out, "not ranked exactly: that would take long here"),
            (true, false) => Ok(()),
            (false, _) => {
                let text = "guesses: how many more on average, by the best play; exact";
                writeln!(out, "{text}")
            }
        }
    }

    fn table(&self, game: &Game, top: usize) -> Table {
        use CellAlignment::{Left, Right};
        let mut columns = vec![
            ("#", Right),
            ("guess", Left),
            ("splits", Right),
            ("largest", Right),
            ("expected", Right),
            ("win in two", Right),
        ];
        columns.extend((!self.totals.is_empty()).then_some(("guesses", Right)));
        let mut table = table(&columns);
        for row in self.rows(game, top) {
            let guess = match row.candidate {
                true => Cell::new(format!("{} *", row.guess)).fg(Color::Green),
                false => Cell::new(row.guess),
            };
            let mut cells = vec![
                Cell::new(row.rank),
                guess,
                Cell::new(row.splits),
                Cell::new(HumanCount(row.largest.into())),
                Cell::new(format!("{:.2}", row.expected)),
                Cell::new(format!("{:.2}%", row.win_in_two * 100.0)),
            ];
            cells.extend(row.mean_guesses.map(|mean| Cell::new(format!("{mean:.3}"))));
            table.add_row(cells);
        }
        table
    }
}

/// Runs `engine wordle suggest` or its like.
pub fn run(
    rule: &'static dyn Rule,
    args: &SuggestArgs,
    compute: &ComputeArgs,
) -> Result<(), Failure> {
    args.output.check()?;
    args.output.check_apart(&[], &args.advice.lists.files())?;
    let turns = parse_turns(rule, &args.turns, "GUESS=MARKS")?;
    let started = Instant::now();
    let adviser = args.advice.adviser(rule)?;
    for turn in &turns {
        find_guess(adviser.lists(), turn.guess, "GUESS=MARKS")?;
    }
    adviser.note_illegal(&turns);
    let backend = compute.open_backend_for_one()?;
    let top = args.top.map_or(GUESSES, Top::rows);
    let advice = adviser.advise_exactly(&turns, top, &*backend)?;
    let seconds = started.elapsed().as_secs_f64();

    let game = &adviser.game;
    let job = JobReport::new("suggest", game, backend.info(), seconds);
    let done = job.done(&counted(advice.guesses.len(), "guess", "guesses"));
    args.output.write(|out| match args.output.format {
        Format::Table => {
            if !turns.is_empty() {
                writeln!(out, "after {}", format_turns(rule, &turns))?;
                writeln!(out, "marks: {}", key_to_marks(rule))?;
            }
            advice.write(out, game, top)
        }
        Format::Csv => write_csv(out, advice.rows(game, top)),
        Format::Json => write_json(
            out,
            &SuggestJson {
                job,
                given: TurnJson::of(rule, &turns),
                hard: args.advice.hard.name(),
                strategy: adviser.strategy.title(),
                candidates: advice.candidates.len(),
                first_candidates: advice.first_candidates(game),
                guesses: advice.rows(game, top),
            },
        ),
    })?;
    super::note(&done);
    Ok(())
}
