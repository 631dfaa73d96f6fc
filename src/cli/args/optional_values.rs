//! Options whose value may be left out: `--hard`, or `--hard strict` and `--hard=strict`.

use std::ffi::OsString;

use crate::cli::args::vocabulary::lookahead;
use crate::cli::args::{estimate, hard};

/// Tells if a text is a value of an option.
type IsValue = fn(&str) -> bool;

/// The options whose value may be left out, each with a test for its values.
const OPTIONS: [(&str, IsValue); 3] = [
    ("--hard", hard::is_mode),
    ("--estimate", estimate::is_seconds),
    ("--lookahead", |text| lookahead(text).is_ok()),
];

/// Joins each of these options with the argument that follows it, but only if that is one of its values. Clap takes
/// their values only after `=`, so any other argument that follows is not swallowed: in
/// `suggest --hard slate=-y---` the second one is a turn.
pub fn join(args: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut args = args.into_iter().peekable();
    let mut joined = Vec::new();
    while let Some(mut arg) = args.next() {
        if arg == "--" {
            joined.push(arg);
            joined.extend(args);
            break;
        }
        let option = OPTIONS.iter().find(|(name, _)| arg == *name);
        if let Some((_, is_value)) = option
            && let Some(value) = args.next_if(|next| next.to_str().is_some_and(is_value))
        {
            arg.push("=");
            arg.push(value);
        }
        joined.push(arg);
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(line: &str) -> String {
        let args = join(line.split(' ').map(OsString::from));
        let args: Vec<String> = args
            .into_iter()
            .map(|arg| arg.into_string().unwrap())
            .collect();
        args.join(" ")
    }

    #[test]
    fn an_optional_value_is_taken_only_if_it_is_one_of_the_values() {
        for (line, expected) in [
            ("suggest --hard slate=-y---", "suggest --hard slate=-y---"),
            (
                "suggest --hard strict slate=-y---",
                "suggest --hard=strict slate=-y---",
            ),
            ("check --hard tree.json", "check --hard tree.json"),
            (
                "--lookahead efpjaccwcejfjvkqmmpbkumlt",
                "--lookahead efpjaccwcejfjvkqmmpbkumlt",
            ),
            ("--lookahead full late.txt", "--lookahead=full late.txt"),
            (
                "optimal --estimate 20 --hard",
                "optimal --estimate=20 --hard",
            ),
            ("optimal --estimate", "optimal --estimate"),
            ("check -- --hard strict", "check -- --hard strict"),
        ] {
            assert_eq!(joined(line), expected);
        }
    }
}
