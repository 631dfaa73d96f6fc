//! NumPy's `.npy`: a header that describes an array, then its bytes. The format is that of
//! `numpy.lib.format`.

use std::io::{self, Read, Write};

use wordgame_engine::words::{WORD_LENGTH, Word};

const MAGIC: &[u8] = b"\x93NUMPY";

/// The type of codes: bytes without a sign.
pub const CODES: &str = "|u1";

/// The type of words: strings of five characters, each UTF-32.
pub const WORDS: &str = "<U5";

/// The data of an array starts at a multiple of this, so that it can be mapped.
const ALIGNMENT: usize = 64;

/// The most bytes that a header is read to have.
pub const MOST_HEADER_BYTES: usize = 1 << 16;

/// What a header says.
pub struct Header {
    /// The type of an element, in NumPy's notation.
    pub descr: String,
    /// Elements along each axis.
    pub shape: Vec<usize>,
}

/// The header (version 1) of an array in C order.
pub fn header(descr: &str, shape: &[usize]) -> Vec<u8> {
    let axes: String = shape.iter().map(|axis| format!("{axis}, ")).collect();
    // Python's tuples: `(3,)` but `(3, 4)`.
    let axes = match shape.len() {
        1 => axes.trim_end(),
        _ => axes.trim_end_matches(", "),
    };
    let text = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': ({axes}), }}");
    let before = MAGIC.len() + 4;
    let bytes = (before + text.len() + 1).next_multiple_of(ALIGNMENT);
    let length = (bytes - before) as u16;
    let mut header = [MAGIC, &[1, 0], &length.to_le_bytes(), text.as_bytes()].concat();
    header.resize(bytes - 1, b' ');
    header.push(b'\n');
    header
}

/// Reads the header of an array in C order.
///
/// # Errors
/// [`io::ErrorKind::InvalidData`] with what it is instead, or what the operating system says.
pub fn read_header(file: &mut impl Read) -> io::Result<Header> {
    let mut start = [0; 8];
    file.read_exact(&mut start).map_err(short)?;
    let [magic @ .., major, _] = start;
    if magic != *MAGIC {
        return Err(invalid("it does not start as NumPy's files do"));
    }
    // Since version 2 the length has four bytes.
    let mut length = [0; 4];
    let bytes = if major == 1 { 2 } else { 4 };
    file.read_exact(&mut length[..bytes]).map_err(short)?;
    let length = u32::from_le_bytes(length) as usize;
    if length > MOST_HEADER_BYTES {
        return Err(invalid("its header is no array's"));
    }
    let mut text = vec![0; length];
    file.read_exact(&mut text).map_err(short)?;
    let text = String::from_utf8_lossy(&text);
    parse(&text).ok_or_else(|| invalid(&format!("its header is {}", text.trim())))
}

/// Reads a header as NumPy writes it, but for blanks.
fn parse(text: &str) -> Option<Header> {
    let text: String = text.split_whitespace().collect();
    let rest = text.strip_prefix("{'descr':'")?;
    let (descr, rest) = rest.split_once('\'')?;
    let rest = rest.strip_prefix(",'fortran_order':False,'shape':(")?;
    let axes = rest
        .strip_suffix("),}")
        .or_else(|| rest.strip_suffix(")}"))?;
    let axes = axes.split(',').filter(|axis| !axis.is_empty());
    Some(Header {
        descr: descr.to_owned(),
        shape: axes
            .map(|axis| axis.parse().ok())
            .collect::<Option<Vec<usize>>>()?,
    })
}

/// Writes words as an array of strings.
pub fn write_words(out: &mut impl Write, words: &[Word]) -> io::Result<()> {
    out.write_all(&header(WORDS, &[words.len()]))?;
    let mut bytes = Vec::with_capacity(words.len() * WORD_LENGTH * 4);
    for word in words {
        bytes.extend(utf32(&word.to_string()));
    }
    out.write_all(&bytes)
}

/// Reads what [`write_words`] wrote.
pub fn read_words(file: &mut impl Read) -> io::Result<Vec<Word>> {
    let header = read_header(file)?;
    if header.descr != WORDS || header.shape.len() != 1 {
        return Err(invalid("its words are no list of five letters each"));
    }
    read_strings(file, WORD_LENGTH)?
        .iter()
        .map(|word| {
            word.parse::<Word>()
                .map_err(|fault| invalid(&fault.to_string()))
        })
        .collect()
}

/// Writes one text as an array of no axes.
pub fn write_text(out: &mut impl Write, text: &str) -> io::Result<()> {
    let descr = format!("<U{}", text.chars().count());
    out.write_all(&header(&descr, &[]))?;
    out.write_all(&utf32(text).collect::<Vec<u8>>())
}

/// Reads what [`write_text`] wrote.
pub fn read_text(file: &mut impl Read) -> io::Result<String> {
    let header = read_header(file)?;
    let length = header.descr.strip_prefix("<U").and_then(|n| n.parse().ok());
    match length {
        Some(length) if header.shape.is_empty() && length > 0 => {
            Ok(read_strings(file, length)?.concat())
        }
        _ => Err(invalid("its description is no text")),
    }
}

/// The characters of a text as four bytes each.
fn utf32(text: &str) -> impl Iterator<Item = u8> {
    text.chars().flat_map(|c| u32::from(c).to_le_bytes())
}

/// Reads strings of `length` characters to the end of a file.
fn read_strings(file: &mut impl Read, length: usize) -> io::Result<Vec<String>> {
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    let character = |four: &[u8]| {
        let four = four.try_into().expect("chunks of four bytes");
        char::from_u32(u32::from_le_bytes(four)).unwrap_or(char::REPLACEMENT_CHARACTER)
    };
    let strings = bytes.chunks_exact(4 * length);
    if !strings.remainder().is_empty() {
        return Err(invalid("its words break off"));
    }
    Ok(strings
        .map(|string| string.chunks_exact(4).map(character).collect())
        .collect())
}

fn invalid(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}

/// A file that ends within a header is no array.
fn short(error: io::Error) -> io::Error {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => invalid("it ends within its header"),
        _ => error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_is_the_one_that_numpy_writes() {
        // numpy.lib.format.write_array_header_1_0, NumPy 2.4.
        let expected = format!(
            "\u{1}\0v\0{{'descr': '|u1', 'fortran_order': False, 'shape': (12972, 2315), }}{}\n",
            " ".repeat(51)
        );
        let header = header(CODES, &[12_972, 2_315]);
        assert_eq!(&header[6..], expected.as_bytes());
        assert_eq!((&header[..6], header.len() % 64), (MAGIC, 0));
    }

    #[test]
    fn a_header_is_read_as_it_was_written() {
        for shape in [&[][..], &[7], &[12_972, 2_315], &[1, 2, 3]] {
            let bytes = header("<U12", shape);
            let read = read_header(&mut &bytes[..]).unwrap();
            assert_eq!((&read.descr[..], &read.shape[..]), ("<U12", shape));
        }
    }

    #[test]
    fn other_headers_are_refused_with_what_they_say() {
        let whole = header(CODES, &[3, 4]);
        for cut in 0..whole.len() {
            assert!(read_header(&mut &whole[..cut]).is_err(), "{cut} bytes");
        }
        let fortran = String::from_utf8_lossy(&whole[6..]).replace("False", "True ");
        let bytes = [MAGIC, fortran.as_bytes()].concat();
        let error = read_header(&mut &bytes[..]).map(|_| ()).unwrap_err();
        assert!(
            error.to_string().contains("'fortran_order': True"),
            "{error}"
        );
    }

    #[test]
    fn words_and_texts_are_read_as_they_were_written() {
        let words = ["crane", "abbey"].map(|word| word.parse().unwrap());
        let mut bytes = Vec::new();
        write_words(&mut bytes, &words).unwrap();
        assert_eq!(read_words(&mut &bytes[..]).unwrap(), words);
        assert!(read_words(&mut &bytes[..bytes.len() - 1]).is_err());
        let mut bytes = Vec::new();
        write_text(&mut bytes, "{\"a\": \"é\"}").unwrap();
        assert_eq!(read_text(&mut &bytes[..]).unwrap(), "{\"a\": \"é\"}");
    }
}
