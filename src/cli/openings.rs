//! What came of many openings, in every form.

use std::cmp::Reverse;
use std::io::{self, Write};

use comfy_table::Cell;
use comfy_table::CellAlignment::{Left, Right};
use indicatif::HumanCount;
use serde::{Deserialize, Serialize};
use wordgame_engine::compute::Backend;
use wordgame_engine::compute::GuessIndex;
use wordgame_engine::guessing::GUESSES_PER_GAME;
use wordgame_engine::guessing::Game;
pub use wordgame_engine::report::StrategyInfo as Setup;
use wordgame_engine::report::TABLE_ROWS;
pub use wordgame_engine::report::games::OpeningResult as Played;
use wordgame_engine::words::Word;

use super::failure::Failure;
use super::number::counted;
use super::output::{Format, OutputArgs, Top, table, write_csv, write_json, write_table};
use super::parts::Parts;
use super::report::{GameReport, JobReport, Ran};

/// What is asked of many openings: the same in all shards of a job. Names are stable.
#[derive(Serialize, Deserialize)]
pub struct Asked {
    #[serde(flatten)]
    pub game: GameReport,
    #[serde(flatten)]
    pub setup: Setup,
    /// How many to show, if that is said.
    pub top: Option<Top>,
    /// A hash of the openings, in their order.
    pub openings_sha256: String,
}

/// Openings from the one that makes the most groups of all candidates: about from the best, and so that
/// neighbours cost about as much to look into.
pub fn by_splits(
    game: &Game,
    backend: &dyn Backend,
    openings: &[GuessIndex],
) -> Result<Vec<GuessIndex>, Failure> {
    let stats = backend.partition(game.table(), bytemuck::cast_slice(openings))?;
    let mut order: Vec<usize> = (0..openings.len()).collect();
    order.sort_by_key(|&place| Reverse(stats[place].splits));
    Ok(order.into_iter().map(|place| openings[place]).collect())
}

/// Ranks openings, by games not won in six and then by the mean, and writes them.
pub fn write_openings(
    output: &OutputArgs,
    asked: &Asked,
    ran: Ran,
    mut played: Vec<Played>,
) -> Result<(), Failure> {
    played.sort_by_key(|played| (played.not_in_six, played.total));
    let default = match output.format {
        Format::Table => TABLE_ROWS,
        Format::Json | Format::Csv => usize::MAX,
    };
    let shown = asked.top.map_or(default, Top::rows).min(played.len());
    let winners = played
        .iter()
        .filter(|played| played.not_in_six == 0)
        .count();
    let title = asked.setup.title(asked.game.lists().name());
    output.write(|out| match output.format {
        Format::Table => write_ranking(out, &title, &played, shown, winners),
        Format::Csv => write_csv(out, (1..).zip(&played[..shown]).map(OpeningRow::new)),
        Format::Json => write_json(
            out,
            &ManyJson {
                job: JobReport::of("simulate", asked.game.clone(), ran),
                setup: &asked.setup,
                win_every_game: winners,
                openings: (1..).zip(&played[..shown]).map(OpeningJson::new).collect(),
            },
        ),
    })
}

/// Joins shards and writes what one process would have written.
pub fn merge(mut parts: Parts<Asked, Vec<Played>>, output: &OutputArgs) -> Result<(), Failure> {
    let played = parts.joined()?;
    let done = parts
        .ran
        .done(&counted(played.len(), "opening", "openings"));
    write_openings(output, &parts.question, parts.ran, played)?;
    super::note(&done);
    Ok(())
}

/// Many openings in JSON. Names are stable.
#[derive(Serialize)]
struct ManyJson<'a> {
    #[serde(flatten)]
    job: JobReport,
    #[serde(flatten)]
    setup: &'a Setup,
    win_every_game: usize,
    openings: Vec<OpeningJson>,
}

#[derive(Serialize)]
struct OpeningJson {
    rank: usize,
    opening: Word,
    not_found_in_six: usize,
    total: u64,
    mean: f64,
    spread: Vec<u32>,
}

/// One opening in CSV. Names are stable.
#[derive(Serialize)]
struct OpeningRow {
    rank: usize,
    opening: Word,
    not_found_in_six: usize,
    total: u64,
    mean: f64,
    in_1: u32,
    in_2: u32,
    in_3: u32,
    in_4: u32,
    in_5: u32,
    in_6: u32,
}

impl OpeningJson {
    fn new((rank, played): (usize, &Played)) -> OpeningJson {
        OpeningJson {
            rank,
            opening: played.opening,
            not_found_in_six: played.not_in_six,
            total: played.total,
            mean: played.mean,
            spread: played.spread.clone(),
        }
    }
}

impl OpeningRow {
    fn new((rank, played): (usize, &Played)) -> OpeningRow {
        let [in_1, in_2, in_3, in_4, in_5, in_6, _] = played.games();
        OpeningRow {
            rank,
            opening: played.opening,
            not_found_in_six: played.not_in_six,
            total: played.total,
            mean: played.mean,
            in_1,
            in_2,
            in_3,
            in_4,
            in_5,
            in_6,
        }
    }
}

fn write_ranking(
    out: &mut dyn Write,
    title: &str,
    played: &[Played],
    shown: usize,
    winners: usize,
) -> io::Result<()> {
    writeln!(out, "{title}")?;
    writeln!(
        out,
        "{} of {} won every game in {GUESSES_PER_GAME} guesses",
        HumanCount(winners as u64),
        counted(played.len(), "opening", "openings"),
    )?;
    let mut figures = table(&[
        ("#", Right),
        ("opening", Left),
        ("lost", Right),
        ("mean", Right),
        ("1", Right),
        ("2", Right),
        ("3", Right),
        ("4", Right),
        ("5", Right),
        ("6", Right),
    ]);
    for row in (1..).zip(&played[..shown]).map(OpeningRow::new) {
        let games = [row.in_1, row.in_2, row.in_3, row.in_4, row.in_5, row.in_6];
        let mut cells = vec![
            Cell::new(HumanCount(row.rank as u64)),
            Cell::new(row.opening),
            Cell::new(row.not_found_in_six),
            Cell::new(format!("{:.4}", row.mean)),
        ];
        cells.extend(games.map(|games| Cell::new(HumanCount(games.into()))));
        figures.add_row(cells);
    }
    write_table(out, &figures)?;
    let hidden = played.len() - shown;
    if hidden > 0 {
        writeln!(
            out,
            "{} more: --top N or --top all",
            HumanCount(hidden as u64)
        )?;
    }
    Ok(())
}
