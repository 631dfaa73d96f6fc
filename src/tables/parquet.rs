//! Parquet files: pattern tables with one column per solution, and tables of figures.

use std::fs::File;
use std::io::{self, Write};
use std::sync::Arc;

use bytes::Bytes;
use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::column::writer::{ColumnCloseResult, get_column_writer, get_typed_column_writer};
use parquet::data_type::{
    BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int32Type, Int64Type,
};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterPropertiesPtr};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::{
    SerializedFileWriter, SerializedPageWriter, SerializedRowGroupWriter, TrackedWrite,
};
use parquet::schema::types::{ColumnDescPtr, Type, TypePtr};
use rayon::prelude::*;

use super::CodeWidth;
use super::source::PatternSource;
use crate::failure::Failure;
use crate::guessing::pattern::patterns;
use crate::quiet_panic::without_panic_message;
use crate::words::Word;

/// The most solutions of a table. Each is a column, and most data tools do not open more columns.
pub const MAX_SOLUTIONS: usize = 16_384;

/// The name of the first column. It has a character that is not a letter, so no solution has it.
const GUESS_COLUMN: &str = "guess_word";

/// The metadata key of the description.
const DESCRIPTION_KEY: &str = "wordgame-engine";

/// An upper bound on the bytes of a column in addition to its codes and their dictionary: headers, and its part of the
/// footer.
const BYTES_PER_COLUMN: usize = 528;

/// An upper bound on the bytes of a table of words of a length. A column consists of a dictionary of its distinct codes, four
/// bytes each, and of the index of each code in it.
pub fn max_bytes(guesses: usize, solutions: usize, length: usize) -> usize {
    let codes = CodeWidth::of(length).bytes() * guesses * solutions;
    let dictionary = 4 * guesses.min(patterns(length));
    codes
        + codes / 64
        + (7 + 4 * length) * guesses
        + (BYTES_PER_COLUMN + dictionary) * (solutions + 1)
}

/// A column of a table of figures.
pub enum Column {
    /// Unsigned numbers of 32 bits.
    Count(Vec<u32>),
    /// Unsigned numbers of 64 bits.
    Large(Vec<u64>),
    /// Floating-point numbers.
    Figure(Vec<f64>),
    /// True or false.
    Flag(Vec<bool>),
    /// Texts.
    Text(Vec<String>),
}

/// Writes a table of figures: named columns of equal length.
///
/// # Errors
/// The error of the output.
pub fn write_columns(out: &mut dyn Write, columns: &[(&str, Column)]) -> io::Result<()> {
    let fields = columns.iter().map(|(name, column)| match column {
        Column::Count(_) => unsigned(name, Physical::INT32, 32),
        Column::Large(_) => unsigned(name, Physical::INT64, 64),
        Column::Figure(_) => field(name, Physical::DOUBLE, None),
        Column::Flag(_) => field(name, Physical::BOOLEAN, None),
        Column::Text(_) => field(name, Physical::BYTE_ARRAY, Some(LogicalType::String)),
    });
    let schema = schema(fields)?;
    let mut bytes = Vec::new();
    let mut file = SerializedFileWriter::new(&mut bytes, schema, Arc::default())?;
    let mut rows = file.next_row_group()?;
    for (_, column) in columns {
        match column {
            // Parquet's own integers are signed. The logical type marks these as unsigned.
            Column::Count(values) => {
                let values: Vec<i32> = values.iter().map(|&n| n.cast_signed()).collect();
                write_column::<Int32Type>(&mut rows, &values)?;
            }
            Column::Large(values) => {
                let values: Vec<i64> = values.iter().map(|&n| n.cast_signed()).collect();
                write_column::<Int64Type>(&mut rows, &values)?;
            }
            Column::Figure(values) => write_column::<DoubleType>(&mut rows, values)?,
            Column::Flag(values) => write_column::<BoolType>(&mut rows, values)?,
            Column::Text(values) => write_texts(&mut rows, values.iter().cloned())?,
        }
    }
    rows.close()?;
    file.close()?;
    out.write_all(&bytes)
}

fn write_column<T: DataType>(
    rows: &mut SerializedRowGroupWriter<impl Write + Send>,
    values: &[T::T],
) -> io::Result<()> {
    let column = rows.next_column()?;
    let mut column = column.expect("there is a column for each field");
    column.typed::<T>().write_batch(values, None, None)?;
    Ok(column.close()?)
}

fn write_texts(
    rows: &mut SerializedRowGroupWriter<impl Write + Send>,
    texts: impl Iterator<Item = String>,
) -> io::Result<()> {
    let texts: Vec<ByteArray> = texts
        .map(|text| ByteArray::from(text.into_bytes()))
        .collect();
    write_column::<ByteArrayType>(rows, &texts)
}

fn schema(fields: impl IntoIterator<Item = io::Result<TypePtr>>) -> io::Result<TypePtr> {
    let fields = fields.into_iter().collect::<io::Result<_>>()?;
    let group = Type::group_type_builder("schema").with_fields(fields);
    Ok(Arc::new(group.build()?))
}

fn field(name: &str, physical: Physical, logical: Option<LogicalType>) -> io::Result<TypePtr> {
    let field = Type::primitive_type_builder(name, physical)
        .with_repetition(Repetition::REQUIRED)
        .with_logical_type(logical)
        .build()?;
    Ok(Arc::new(field))
}

/// A column of unsigned numbers.
fn unsigned(name: &str, physical: Physical, bit_width: i8) -> io::Result<TypePtr> {
    let logical = LogicalType::integer(bit_width, false);
    field(name, physical, Some(logical))
}

/// Writes a pattern table: all rows in one group, with the columns encoded in parallel. `progress` counts solutions, and
/// `failed` turns an error of the file into a failure.
///
/// # Errors
/// The failure of the file or of the source.
pub fn write_table(
    file: impl Write + Send,
    source: &dyn PatternSource,
    description: String,
    check: &dyn Fn(usize) -> Result<(), Failure>,
    failed: &dyn Fn(io::Error) -> Failure,
) -> Result<(), Failure> {
    let width = source.width();
    let schema = table_schema(source.solutions(), width).map_err(failed)?;
    let description = KeyValue::new(DESCRIPTION_KEY.to_owned(), description);
    // No statistics: with thousands of columns of codes they would not help a reader to skip any.
    let properties = WriterProperties::builder()
        .set_key_value_metadata(Some(vec![description]))
        .set_statistics_enabled(EnabledStatistics::None)
        .set_offset_index_disabled(true)
        .build();
    let broken = |error: ParquetError| failed(io_error(error));
    let mut out = SerializedFileWriter::new(file, schema, Arc::new(properties)).map_err(broken)?;
    let columns: Vec<ColumnDescPtr> = out.schema_descr().columns().to_vec();
    let properties = Arc::clone(out.properties());
    let mut rows = out.next_row_group().map_err(broken)?;
    write_texts(&mut rows, source.guesses().iter().map(Word::to_string)).map_err(failed)?;
    source.by_solutions(&mut |tile, tile_codes| {
        let done = tile.end;
        let encoded: Result<Vec<_>, ParquetError> = (0..tile.len())
            .into_par_iter()
            .map(|column| {
                let values = width.column(tile_codes, tile.len(), column);
                // The first column is that of the guesses.
                encode(&columns[1 + tile.start + column], &properties, &values)
            })
            .collect();
        for (bytes, close) in encoded.map_err(broken)? {
            rows.append_column(&bytes, close).map_err(broken)?;
        }
        check(done)
    })?;
    rows.close().map_err(broken)?;
    out.close().map_err(broken)?;
    Ok(())
}

fn table_schema(solutions: &[Word], width: CodeWidth) -> io::Result<TypePtr> {
    let guesses = field(
        GUESS_COLUMN,
        Physical::BYTE_ARRAY,
        Some(LogicalType::String),
    );
    let bits = 8 * width.bytes() as i8;
    let codes = solutions
        .iter()
        .map(|word| unsigned(&word.to_string(), Physical::INT32, bits));
    schema([guesses].into_iter().chain(codes))
}

/// Encodes a column as the bytes of the file.
fn encode(
    column: &ColumnDescPtr,
    properties: &WriterPropertiesPtr,
    values: &[i32],
) -> Result<(Bytes, ColumnCloseResult), ParquetError> {
    let mut bytes = TrackedWrite::new(Vec::new());
    let pages = Box::new(SerializedPageWriter::new(&mut bytes));
    let writer = get_column_writer(Arc::clone(column), Arc::clone(properties), pages);
    let mut writer = get_typed_column_writer::<Int32Type>(writer);
    writer.write_batch(values, None, None)?;
    let close = writer.close()?;
    Ok((bytes.into_inner()?.into(), close))
}

/// The original error of the file, if the Parquet error wraps one.
fn io_error(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(inner) => match inner.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(other) => io::Error::other(other),
        },
        ParquetError::General(what) => io::Error::other(what),
        other => io::Error::other(other),
    }
}

/// A pattern table that is being read.
pub struct ParquetTable {
    file: SerializedFileReader<File>,
}

impl ParquetTable {
    /// Opens a table.
    ///
    /// # Errors
    /// The fault of the file.
    pub fn open(file: File) -> io::Result<ParquetTable> {
        let file = caught(|| SerializedFileReader::new(file).map_err(io_error))?;
        Ok(ParquetTable { file })
    }

    /// The description as JSON, if there is one.
    pub fn description(&self) -> Option<String> {
        let pairs = self.file.metadata().file_metadata().key_value_metadata()?;
        pairs
            .iter()
            .find(|pair| pair.key == DESCRIPTION_KEY)?
            .value
            .clone()
    }

    /// The solutions, as texts: the names of all columns except the first.
    pub fn solutions(&self) -> Vec<String> {
        let columns = self
            .file
            .metadata()
            .file_metadata()
            .schema_descr()
            .columns();
        let word = |column: &ColumnDescPtr| column.name().to_owned();
        columns.iter().skip(1).map(word).collect()
    }

    /// The guesses, as texts: the first column.
    ///
    /// # Errors
    /// The fault of the file.
    pub fn guesses(&self) -> io::Result<Vec<String>> {
        let word = |text: ByteArray| text.as_utf8().map(str::to_owned).map_err(io_error);
        let texts = self.column::<ByteArrayType>(0)?;
        texts.into_iter().map(word).collect()
    }

    /// The codes of all guesses on one solution.
    ///
    /// # Errors
    /// The fault of the file.
    pub fn codes(&self, solution: usize) -> io::Result<Vec<i32>> {
        self.column::<Int32Type>(1 + solution)
    }

    fn column<T: DataType>(&self, column: usize) -> io::Result<Vec<T::T>> {
        caught(|| self.values::<T>(column))
    }

    fn values<T: DataType>(&self, column: usize) -> io::Result<Vec<T::T>> {
        let mut values = Vec::new();
        for group in 0..self.file.num_row_groups() {
            let rows = self.file.get_row_group(group).map_err(io_error)?;
            let metadata = self.file.metadata().row_group(group);
            let is_required = metadata.schema_descr().column(column).max_def_level() == 0;
            let reader = rows.get_column_reader(column).map_err(io_error)?;
            let (Some(mut reader), true) = (T::get_column_reader(reader), is_required) else {
                return Err(io::Error::other("its columns are of other types"));
            };
            let count = usize::try_from(metadata.num_rows()).unwrap_or_default();
            reader
                .read_records(count, None, None, &mut values)
                .map_err(io_error)?;
        }
        Ok(values)
    }
}

/// Turns a panic of the reader, which some damaged files cause, into an error.
fn caught<T>(read: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
    without_panic_message(read).unwrap_or_else(|| Err(io::Error::other("its bytes are damaged")))
}
