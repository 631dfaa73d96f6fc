//! Random seeds. They are short, so that users can type them to repeat a game.

use wordgame_engine::Failure;

/// A random seed.
///
/// # Errors
/// [`Failure`] if the system provides no random numbers.
pub fn random_seed() -> Result<u64, Failure> {
    let seed = getrandom::u32().map_err(|error| {
        Failure::Failed(format!(
            "the system provides no random numbers: {error}; give a seed or a word"
        ))
    })?;
    Ok(u64::from(seed))
}
