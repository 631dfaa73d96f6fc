//! The text form of a result: lines and aligned tables, with ANSI colours.
//!
//! Colours are always written. Wrap the output in a stream such as `anstream::AutoStream` to remove them where they
//! do not belong. The texts of a document may come from files: they are made [safe to print](crate::printable).

use std::io::{self, Write};

use anstyle::AnsiColor;
use comfy_table::presets::NOTHING;
use comfy_table::{Attribute, CellAlignment, Color, ColumnConstraint, Width};

use super::document::LongRows;
use super::{Alignment, Block, Cell, Column, Document, Line, LongTable, Style, Table};
use crate::printable::printable;

/// The number of spaces before each column.
const COLUMN_GAP: u16 = 2;

/// The number of rows of a long table that are laid out together.
const ROWS_PER_PAGE: usize = 1_000;

/// Writes a document.
///
/// # Errors
/// The error of the output.
pub fn write(out: &mut dyn Write, document: Document) -> io::Result<()> {
    for block in document.blocks {
        match block {
            Block::Line(line) => write_line(out, &line)?,
            Block::Lines(mut lines) => lines.try_for_each(|line| write_line(out, &line))?,
            Block::Table(table) => write_table(out, &table)?,
            Block::LongTable(table) => write_long_table(out, &table)?,
        }
    }
    Ok(())
}

/// The document as a string.
pub fn to_string(document: Document) -> String {
    let mut out = Vec::new();
    write(&mut out, document).expect("writing to a vector never fails");
    String::from_utf8(out).expect("the parts of a document are strings")
}

/// Writes a line and a line break.
fn write_line(out: &mut dyn Write, line: &Line) -> io::Result<()> {
    for span in &line.spans {
        let text = printable(&span.text);
        match ansi(span.style) {
            Some(style) => write!(out, "{style}{text}{style:#}")?,
            None => write!(out, "{text}")?,
        }
    }
    writeln!(out)
}

/// The look of a style, unless it is that of ordinary text.
fn ansi(style: Style) -> Option<anstyle::Style> {
    let (background, foreground) = match style {
        Style::Plain => return None,
        Style::Good => return Some(AnsiColor::Green.on_default()),
        Style::Ours {
            is_protected: false,
        } => (AnsiColor::BrightBlue, AnsiColor::Black),
        Style::Ours { is_protected: true } => (AnsiColor::Blue, AnsiColor::BrightWhite),
        Style::Theirs {
            is_protected: false,
        } => (AnsiColor::BrightRed, AnsiColor::Black),
        Style::Theirs { is_protected: true } => (AnsiColor::Red, AnsiColor::BrightWhite),
    };
    Some(foreground.on(background))
}

/// Writes a table under a bold header, with two spaces before each column.
fn write_table(out: &mut dyn Write, table: &Table) -> io::Result<()> {
    for line in laid_out(table).lines() {
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

/// Writes a table that may be too long to hold, in pages that look as if they were one table.
fn write_long_table(out: &mut dyn Write, table: &LongTable) -> io::Result<()> {
    let mut page = Table {
        columns: table.columns.clone(),
        rows: Vec::new(),
    };
    let mut widths = laid_out(&page).column_max_content_widths();
    let mut rows = (table.rows)();
    while next_page(&mut page, &mut rows)? {
        let of_page = laid_out(&page).column_max_content_widths();
        for (width, of_page) in widths.iter_mut().zip(of_page) {
            *width = of_page.max(*width);
        }
    }
    let mut rows = (table.rows)();
    let mut header_lines = 0;
    loop {
        let is_last = !next_page(&mut page, &mut rows)?;
        let mut laid_out = laid_out(&page);
        for (column, &width) in laid_out.column_iter_mut().zip(&widths) {
            let width = Width::Fixed(width + COLUMN_GAP);
            column.set_constraint(ColumnConstraint::Absolute(width));
        }
        for line in laid_out.lines().skip(header_lines) {
            writeln!(out, "{}", line.trim_end())?;
        }
        if is_last {
            return Ok(());
        }
        header_lines = 1;
    }
}

/// Replaces the rows of a page by the next ones. Returns false if there are no more.
fn next_page(page: &mut Table, rows: &mut LongRows) -> io::Result<bool> {
    page.rows = rows.take(ROWS_PER_PAGE).collect::<io::Result<_>>()?;
    Ok(!page.rows.is_empty())
}

fn laid_out(table: &Table) -> comfy_table::Table {
    let mut laid_out = comfy_table::Table::new();
    laid_out.load_style(NOTHING).enforce_styling();
    laid_out.set_header(table.columns.iter().map(|column| {
        comfy_table::Cell::new(printable(&column.heading))
            .add_attribute(Attribute::Bold)
            .set_alignment(alignment(column))
    }));
    for (laid_out, column) in laid_out.column_iter_mut().zip(&table.columns) {
        laid_out.set_cell_alignment(alignment(column));
        laid_out.set_padding((COLUMN_GAP, 0));
    }
    for row in &table.rows {
        laid_out.add_row(row.iter().map(styled));
    }
    laid_out
}

fn alignment(column: &Column) -> CellAlignment {
    match column.alignment {
        Alignment::Left => CellAlignment::Left,
        Alignment::Right => CellAlignment::Right,
    }
}

fn styled(cell: &Cell) -> comfy_table::Cell {
    let styled = comfy_table::Cell::new(printable(&cell.text));
    match cell.style {
        Style::Plain => styled,
        Style::Good => styled.fg(Color::Green),
        Style::Ours { .. } => styled.fg(Color::Blue),
        Style::Theirs { .. } => styled.fg(Color::Red),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::cells;

    #[test]
    fn a_long_table_looks_like_a_table() {
        let columns = || [("#", Alignment::Right), ("guess", Alignment::Left)];
        for rows in [0, 1, ROWS_PER_PAGE, ROWS_PER_PAGE + 1, 3 * ROWS_PER_PAGE] {
            let cells = |row: usize| cells![row, Cell::good("é".repeat(row % 13))];
            let mut table = Table::new(columns());
            (0..rows).for_each(|row| table.row(cells(row)));
            let long = LongTable::new(columns(), || (0..rows).map(|row| Ok(cells(row))));
            let mut written = [Document::new(), Document::new()];
            written[0].table(table);
            written[1].long_table(long);
            let [table, long] = written.map(to_string);
            assert_eq!(long, table, "{rows} rows");
        }
    }

    #[test]
    fn columns_line_up_whatever_the_script() {
        let words = ["größe", "слово", "שלום", "日本語", "e\u{301}te"];
        let mut table = Table::new([("guess", Alignment::Left), ("splits", Alignment::Right)]);
        for word in words {
            table.row(cells![word, 150]);
        }
        let mut document = Document::new();
        document.table(table);
        let text = to_string(document);
        let plain = anstream::adapter::strip_str(&text).to_string();
        let lines = [
            "  guess   splits",
            "  größe      150",
            "  слово      150",
            // Four characters, and two that are invisible.
            "  \u{2068}שלום\u{2069}       150",
            // Three characters, each of them as wide as two.
            "  日本語     150",
            // Three characters, one of them composed of two.
            "  e\u{301}te        150",
        ];
        assert_eq!(plain.lines().collect::<Vec<&str>>(), lines);
    }

    #[test]
    fn tables_have_aligned_columns_and_no_spaces_at_the_end_of_lines() {
        let mut table = Table::new([("#", Alignment::Right), ("guess", Alignment::Left)]);
        table.row(cells![9, Cell::good("salet")]);
        table.row(cells![10, "trace"]);
        let mut document = Document::new();
        document.line("two guesses");
        document.table(table);
        let mut out = Vec::new();
        write(&mut out, document).unwrap();
        let plain = anstream::adapter::strip_bytes(&out).into_vec();
        assert_eq!(
            String::from_utf8(plain).unwrap(),
            "two guesses\n   #  guess\n   9  salet\n  10  trace\n"
        );
        assert!(String::from_utf8(out).unwrap().contains("\u{1b}["));
    }
}
