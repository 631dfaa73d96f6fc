//! stub
#[derive(clap::Args)]
pub struct DevicesArgs {}
pub fn run(_: &DevicesArgs) -> Result<(), super::failure::Failure> {
    Ok(())
}
