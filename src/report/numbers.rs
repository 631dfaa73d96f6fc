//! Numbers as people read them.

use std::time::Duration;

use unit_prefix::NumberPrefix;

/// A number with commas between the thousands: `12,972`.
pub fn grouped(number: impl TryInto<u64>) -> String {
    // Counts are never negative, and no type of counts is larger than 64 bits.
    let number = number.try_into().unwrap_or(u64::MAX);
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number of things: `1 opening`, `12,972 openings`.
pub fn counted(number: usize, one: &str, many: &str) -> String {
    if number == 1 {
        format!("1 {one}")
    } else {
        format!("{} {many}", grouped(number))
    }
}

/// Ascending numbers, with runs written as their first and last number: `1-3, 7`.
pub fn ranges(numbers: &[usize]) -> String {
    let runs = numbers.chunk_by(|one, next| one + 1 == *next);
    let runs = runs.map(|run| match run {
        [one] => one.to_string(),
        [first, .., last] => format!("{first}-{last}"),
        [] => String::new(),
    });
    runs.collect::<Vec<String>>().join(", ")
}

/// A measured time: `12.5 ms`, `3.0 s`.
pub fn format_seconds(seconds: f64) -> String {
    if seconds < 1.0 {
        format!("{:.1} ms", seconds * 1e3)
    } else {
        format!("{seconds:.1} s")
    }
}

/// A measured time with a unit from microseconds to seconds: `1.5 us`, `12.30 ms`, `12.00 s`.
pub fn short_time(seconds: f64) -> String {
    match seconds {
        s if s < 1e-3 => format!("{:.1} us", s * 1e6),
        s if s < 1.0 => format!("{:.2} ms", s * 1e3),
        s => format!("{s:.2} s"),
    }
}

/// A number with the prefix of a thousand, a million or a billion: `2.25 M`.
pub fn abbreviated(number: f64) -> String {
    match number {
        n if n < 1e3 => format!("{n:.1}"),
        n if n < 1e6 => format!("{:.2} k", n / 1e3),
        n if n < 1e9 => format!("{:.2} M", n / 1e6),
        n => format!("{:.2} G", n / 1e9),
    }
}

/// A share in percent: `1.2%` for 0.0123.
pub fn percent(share: f64) -> String {
    match 100.0 * share {
        p if p < 0.1 => "<0.1%".to_owned(),
        p if p < 10.0 => format!("{p:.1}%"),
        p => format!("{p:.0}%"),
    }
}

/// A number of bytes with binary prefixes: `1.46 KiB`.
pub fn binary_bytes(bytes: u64) -> String {
    match NumberPrefix::binary(bytes as f64) {
        NumberPrefix::Standalone(bytes) => format!("{bytes:.0} B"),
        NumberPrefix::Prefixed(prefix, number) => format!("{number:.2} {prefix}B"),
    }
}

/// A number of bytes with decimal prefixes: `1.50 kB`.
pub fn decimal_bytes(bytes: u64) -> String {
    match NumberPrefix::decimal(bytes as f64) {
        NumberPrefix::Standalone(bytes) => format!("{bytes:.0} B"),
        NumberPrefix::Prefixed(prefix, number) => format!("{number:.2} {prefix}B"),
    }
}

/// Units of time, the longest first, in seconds.
const UNITS: [(u64, &str); 6] = [
    (365 * 24 * 3600, "year"),
    (7 * 24 * 3600, "week"),
    (24 * 3600, "day"),
    (3600, "hour"),
    (60, "minute"),
    (1, "second"),
];

/// A rough duration in one unit, for forecasts: `89 seconds`, `2 hours`.
///
/// "1 hour" would be rounded by up to half an hour, so that a unit is used from about 1.5 of it on. Only seconds are
/// counted from zero.
pub fn rough_duration(duration: Duration) -> String {
    let seconds = duration.as_secs_f64();
    let fits = |pair: &&[(u64, &str)]| {
        let [unit, next] = [pair[0].0, pair[1].0].map(|unit| unit as f64);
        seconds + next / 2.0 >= 1.5 * unit
    };
    let larger_than_a_second = UNITS.windows(2).find(fits);
    let (unit, name) = larger_than_a_second.map_or(UNITS[UNITS.len() - 1], |pair| pair[0]);
    let count = (seconds / unit as f64).round() as u64;
    let count = if unit > 1 { count.max(2) } else { count };
    if count == 1 {
        format!("1 {name}")
    } else {
        format!("{count} {name}s")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_separated_by_commas() {
        for (number, text) in [
            (0_u64, "0"),
            (999, "999"),
            (1_000, "1,000"),
            (12_972, "12,972"),
            (1_234_567, "1,234,567"),
            (u64::MAX, "18,446,744,073,709,551,615"),
        ] {
            assert_eq!(grouped(number), text);
        }
        assert_eq!(counted(1, "word", "words"), "1 word");
        assert_eq!(counted(1_000, "word", "words"), "1,000 words");
    }

    #[test]
    fn runs_of_numbers_are_named_by_their_ends() {
        assert_eq!(ranges(&[1, 2, 3, 7, 9, 10]), "1-3, 7, 9-10");
        assert_eq!(ranges(&[4]), "4");
    }

    #[test]
    fn times_and_rates_have_a_unit_that_fits() {
        let times = [1.5e-6, 0.25e-3, 0.0123, 0.5, 12.0].map(short_time);
        assert_eq!(
            times,
            ["1.5 us", "250.0 us", "12.30 ms", "500.00 ms", "12.00 s"]
        );
        let numbers = [12.0, 1.5e3, 2.25e6, 18e9].map(abbreviated);
        assert_eq!(numbers, ["12.0", "1.50 k", "2.25 M", "18.00 G"]);
        assert_eq!([1e-6, 0.0123, 0.5].map(percent), ["<0.1%", "1.2%", "50%"]);
    }

    #[test]
    fn bytes_have_the_largest_prefix_that_leaves_a_whole_number() {
        assert_eq!(binary_bytes(15), "15 B");
        assert_eq!(binary_bytes(1_500), "1.46 KiB");
        assert_eq!(binary_bytes(3 << 29), "1.50 GiB");
        assert_eq!(decimal_bytes(15), "15 B");
        assert_eq!(decimal_bytes(1_500_000), "1.50 MB");
    }

    #[test]
    fn rough_durations_have_two_of_a_unit_or_more() {
        for (seconds, text) in [
            (0.4, "0 seconds"),
            (1.2, "1 second"),
            (89.0, "89 seconds"),
            (89.6, "2 minutes"),
            (150.0, "3 minutes"),
            (3600.0, "60 minutes"),
            (5400.0, "2 hours"),
            (36.0 * 3600.0, "2 days"),
            (20.0 * 86400.0, "3 weeks"),
            (800.0 * 86400.0, "2 years"),
        ] {
            assert_eq!(rough_duration(Duration::from_secs_f64(seconds)), text);
        }
    }
}
