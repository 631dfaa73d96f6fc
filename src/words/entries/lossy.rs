//! A stream of bytes as UTF-8.

use std::io::{self, Read};

/// Replaces the bytes of a stream that are not UTF-8 by replacement characters.
pub(super) struct Lossy<R> {
    bytes: R,
    /// The bytes that were read but do not belong to `text`: the start of a character.
    rest: Vec<u8>,
    text: Vec<u8>,
    /// The number of bytes of `text` that were handed out.
    read: usize,
}

impl<R: Read> Lossy<R> {
    pub fn new(bytes: R) -> Lossy<R> {
        Lossy {
            bytes,
            rest: Vec::new(),
            text: Vec::new(),
            read: 0,
        }
    }

    /// Reads the next part of the text, which is empty only at the end.
    fn fill(&mut self) -> io::Result<()> {
        let mut bytes = std::mem::take(&mut self.rest);
        let mut part = [0; 1 << 13];
        loop {
            let read = self.bytes.read(&mut part)?;
            bytes.extend_from_slice(&part[..read]);
            if read == 0 {
                break;
            }
            let complete = complete(&bytes);
            if complete > 0 {
                self.rest = bytes.split_off(complete);
                break;
            }
        }
        self.text.clear();
        let text = String::from_utf8_lossy(&bytes);
        self.text.extend_from_slice(text.as_bytes());
        self.read = 0;
        Ok(())
    }
}

/// The number of bytes before the last character, if that may be unfinished.
fn complete(bytes: &[u8]) -> usize {
    // A character has at most four bytes, so an unfinished one starts in the last three.
    let last = bytes.len().saturating_sub(3);
    let start = bytes[last..].iter().rposition(|&byte| byte >= 0xc0);
    start.map_or(bytes.len(), |start| last + start)
}

impl<R: Read> Read for Lossy<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.read == self.text.len() {
            self.fill()?;
        }
        let mut text = &self.text[self.read..];
        let read = text.read(buffer)?;
        self.read += read;
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Hands out at most `most` bytes at a time.
    struct Parts<'a>(&'a [u8], usize);

    impl Read for Parts<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let most = self.1.min(buffer.len());
            self.0.read(&mut buffer[..most])
        }
    }

    #[test]
    fn stream_equals_the_lossy_text_however_it_is_cut() {
        let texts = ["", "crane", "é", "ß日本\u{1f600}", "\u{1f600}\u{1f600}a"];
        let mut cases: Vec<Vec<u8>> = texts.iter().map(|text| text.as_bytes().to_vec()).collect();
        cases.extend(
            [
                &b"\xe9t\xe9"[..],
                b"\xff\xfe\xfd\xc3",
                b"a\xf0\x9f\x98",
                b"\x80\x80\x80\x80\x80\xc3\xa9",
            ]
            .map(<[u8]>::to_vec),
        );
        for bytes in cases {
            let expected = String::from_utf8_lossy(&bytes);
            for most in 1..8 {
                let mut text = String::new();
                Lossy::new(Parts(&bytes, most))
                    .read_to_string(&mut text)
                    .unwrap();
                assert_eq!(text, expected, "{bytes:?} in parts of {most}");
            }
        }
    }
}
