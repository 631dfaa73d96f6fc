//! Random numbers that people can type to have the same again.

use wordgame_engine::Failure;

/// A seed.
///
/// # Errors
/// [`Failure`], if the system has no random number.
pub fn random_seed() -> Result<u64, Failure> {
    let seed = getrandom::u32().map_err(|error| {
        Failure::Failed(format!(
            "the system has no random number: {error}; give a seed or a word"
        ))
    })?;
    Ok(u64::from(seed))
}
