//! NumPy's `.npy` format: a header that describes an array, then its bytes. See `numpy.lib.format`.

use std::io::{self, Read, Write};

use crate::words::{MAX_LENGTH, Word};

const MAGIC: &[u8] = b"\x93NUMPY";

/// The data of an array starts at a multiple of this many bytes, so that it can be mapped into memory.
const ALIGNMENT: usize = 64;

/// The longest header that is read.
pub const MAX_HEADER_BYTES: usize = 1 << 16;

/// The content of a header.
pub struct Header {
    /// The type of the elements, in NumPy's notation.
    pub descr: String,
    /// The number of elements along each axis.
    pub shape: Vec<usize>,
}

/// The header (version 1) of an array in C order, as bytes.
pub fn header(descr: &str, shape: &[usize]) -> Vec<u8> {
    let axes: String = shape.iter().map(|axis| format!("{axis}, ")).collect();
    // Python writes tuples as `(3,)` and `(3, 4)`.
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
/// [`io::ErrorKind::InvalidData`] for any other header, or the error of the file.
pub fn read_header(file: &mut impl Read) -> io::Result<Header> {
    let mut start = [0; 8];
    file.read_exact(&mut start).map_err(short)?;
    let [magic @ .., major, _] = start;
    if magic != *MAGIC {
        return Err(invalid("it does not start like a NumPy file"));
    }
    // From version 2 on, the length has four bytes.
    let mut length = [0; 4];
    let bytes = if major == 1 { 2 } else { 4 };
    file.read_exact(&mut length[..bytes]).map_err(short)?;
    let length = u32::from_le_bytes(length) as usize;
    if length > MAX_HEADER_BYTES {
        return Err(invalid("its header is not that of an array"));
    }
    let mut text = vec![0; length];
    file.read_exact(&mut text).map_err(short)?;
    let text = String::from_utf8_lossy(&text);
    parse(&text).ok_or_else(|| {
        let shown = text.trim().replace(char::is_control, "?");
        invalid(&format!("its header is {shown}"))
    })
}

/// Parses a header as NumPy writes it, ignoring spaces.
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

/// Writes words of `length` letters as an array of strings.
///
/// # Errors
/// The error of the output.
pub fn write_words(out: &mut impl Write, words: &[Word], length: usize) -> io::Result<()> {
    out.write_all(&header(&format!("<U{length}"), &[words.len()]))?;
    let mut bytes = Vec::with_capacity(words.len() * length * 4);
    for word in words {
        bytes.extend(utf32(&word.to_string()));
    }
    out.write_all(&bytes)
}

/// Reads words that [`write_words`] wrote, as texts.
///
/// # Errors
/// [`io::ErrorKind::InvalidData`] for any other array, or the error of the file.
pub fn read_words(file: &mut impl Read) -> io::Result<Vec<String>> {
    let header = read_header(file)?;
    match string_length(&header) {
        Some(length @ 1..=MAX_LENGTH) if header.shape.len() == 1 => read_strings(file, length),
        _ => Err(invalid(
            "its words are not a list of strings of up to ten letters",
        )),
    }
}

/// Writes one text as an array without axes.
///
/// # Errors
/// The error of the output.
pub fn write_text(out: &mut impl Write, text: &str) -> io::Result<()> {
    let descr = format!("<U{}", text.chars().count());
    out.write_all(&header(&descr, &[]))?;
    out.write_all(&utf32(text).collect::<Vec<u8>>())
}

/// Reads a text that [`write_text`] wrote.
///
/// # Errors
/// [`io::ErrorKind::InvalidData`] for any other array, or the error of the file.
pub fn read_text(file: &mut impl Read) -> io::Result<String> {
    let header = read_header(file)?;
    match string_length(&header) {
        Some(length) if header.shape.is_empty() && length > 0 => {
            Ok(read_strings(file, length)?.concat())
        }
        _ => Err(invalid("its description is not a text")),
    }
}

/// The number of characters of the strings of an array, if it is one of strings.
fn string_length(header: &Header) -> Option<usize> {
    header.descr.strip_prefix("<U")?.parse().ok()
}

/// The characters of a text in UTF-32, little-endian.
fn utf32(text: &str) -> impl Iterator<Item = u8> {
    text.chars().flat_map(|c| u32::from(c).to_le_bytes())
}

/// Reads strings of `length` characters until the end of the file.
fn read_strings(file: &mut impl Read, length: usize) -> io::Result<Vec<String>> {
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    let character = |four: &[u8]| {
        let four = four.try_into().expect("chunks of four bytes");
        char::from_u32(u32::from_le_bytes(four)).unwrap_or(char::REPLACEMENT_CHARACTER)
    };
    let strings = bytes.chunks_exact(4 * length);
    if !strings.remainder().is_empty() {
        return Err(invalid("its words are truncated"));
    }
    Ok(strings
        .map(|string| string.chunks_exact(4).map(character).collect())
        .collect())
}

fn invalid(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}

/// Turns the end of the file within a header into an error about the array.
fn short(error: io::Error) -> io::Error {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => invalid("it ends within its header"),
        _ => error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Alphabet;

    #[test]
    fn header_equals_the_one_that_numpy_writes() {
        // numpy.lib.format.write_array_header_1_0, NumPy 2.4.
        let expected = format!(
            "\u{1}\0v\0{{'descr': '|u1', 'fortran_order': False, 'shape': (12972, 2315), }}{}\n",
            " ".repeat(51)
        );
        let header = header("|u1", &[12_972, 2_315]);
        assert_eq!(&header[6..], expected.as_bytes());
        assert_eq!((&header[..6], header.len() % 64), (MAGIC, 0));
    }

    #[test]
    fn header_is_read_back() {
        for shape in [&[][..], &[7], &[12_972, 2_315], &[1, 2, 3]] {
            let bytes = header("<U12", shape);
            let read = read_header(&mut &bytes[..]).unwrap();
            assert_eq!((&read.descr[..], &read.shape[..]), ("<U12", shape));
        }
    }

    #[test]
    fn other_headers_are_refused_and_quoted() {
        let whole = header("|u1", &[3, 4]);
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
    fn words_and_texts_are_read_back() {
        for texts in [["crane", "abbey"], ["ёж", "ад"], ["straßenöl", "kaffeebar"]] {
            let alphabet = Alphabet::of_words(texts).unwrap();
            let words = texts.map(|text| alphabet.word(text).unwrap());
            let mut bytes = Vec::new();
            write_words(&mut bytes, &words, words[0].len()).unwrap();
            assert_eq!(read_words(&mut &bytes[..]).unwrap(), texts);
            assert!(read_words(&mut &bytes[..bytes.len() - 1]).is_err());
        }
        let mut bytes = Vec::new();
        write_text(&mut bytes, "{\"a\": \"é\"}").unwrap();
        assert_eq!(read_text(&mut &bytes[..]).unwrap(), "{\"a\": \"é\"}");
    }
}
