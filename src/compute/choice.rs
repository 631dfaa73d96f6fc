//! stub
use super::{Backend, cpu::Cpu};
pub enum BackendChoice {
    Auto,
    Cpu,
    Gpu,
}
#[derive(Debug, thiserror::Error)]
#[error("x")]
pub struct OpenError;
pub fn open(
    _: BackendChoice,
    _: Option<&str>,
    _w: Box<dyn Fn(&str) + Send + Sync>,
) -> Result<Box<dyn Backend>, OpenError> {
    Ok(Box::new(Cpu))
}
