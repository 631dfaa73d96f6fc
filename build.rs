//! Prepares the shaders for the crate: see `build/shaders.rs`. Without the feature `gpu` there is nothing to do.

#[cfg(feature = "gpu")]
#[path = "build/shaders.rs"]
mod shaders;

#[cfg(feature = "gpu")]
fn main() -> std::io::Result<()> {
    shaders::build()
}

#[cfg(not(feature = "gpu"))]
fn main() {}
