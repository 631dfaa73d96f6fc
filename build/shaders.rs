//! Puts `shaders/common.wgsl` in front of every stage, checks the outcome with naga, and leaves it in
//! `OUT_DIR` for the crate to include. A shader that naga refuses fails the build.

use std::path::Path;
use std::{env, fs, io};

use naga::valid::{Capabilities, ValidationFlags, Validator};

const SHADERS: &str = "shaders";
const COMMON: &str = "shaders/common.wgsl";

pub fn build() -> io::Result<()> {
    println!("cargo::rerun-if-changed={SHADERS}");
    let out = env::var("OUT_DIR").map_err(io::Error::other)?;
    let common = fs::read_to_string(COMMON)?;
    for entry in fs::read_dir(SHADERS)? {
        let path = entry?.path();
        let is_stage = path
            .extension()
            .is_some_and(|extension| extension == "wgsl")
            && path != Path::new(COMMON);
        if !is_stage {
            continue;
        }
        let stage = Stage::new(&common, &path)?;
        match stage.check() {
            Ok(()) => fs::write(
                Path::new(&out).join(path.file_name().unwrap_or_default()),
                &stage.source,
            )?,
            // Cargo prints the line as an error of this crate and fails the build.
            Err(message) => println!("cargo::error={message}"),
        }
    }
    Ok(())
}

/// A stage's source with the common part in front.
struct Stage<'a> {
    path: &'a Path,
    source: String,
    common_lines: u32,
}

impl Stage<'_> {
    fn new<'a>(common: &str, path: &'a Path) -> io::Result<Stage<'a>> {
        Ok(Stage {
            path,
            source: format!("{common}\n{}", fs::read_to_string(path)?),
            common_lines: common.matches('\n').count() as u32 + 1,
        })
    }

    /// Parses and validates the source with no capability beyond the base of WebGPU, so that it runs
    /// on every adapter. The error is one line: file, line, column, and what is wrong.
    fn check(&self) -> Result<(), String> {
        let module = naga::front::wgsl::parse_str(&self.source)
            .map_err(|error| self.message(error.location(&self.source), &error, error.message()))?;
        Validator::new(ValidationFlags::all(), Capabilities::empty())
            .validate(&module)
            .map_err(|error| {
                // The first place is the whole function, the narrowest the culprit.
                let spans = error
                    .spans()
                    .filter_map(|(span, _)| Some((span, span.to_range()?.len())));
                let narrowest = spans.min_by_key(|&(_, length)| length);
                let location = narrowest.map(|(span, _)| span.location(&self.source));
                self.message(location, error.as_inner(), "invalid shader")
            })?;
        Ok(())
    }

    fn message(
        &self,
        location: Option<naga::SourceLocation>,
        error: &dyn std::error::Error,
        summary: &str,
    ) -> String {
        let place = match location {
            Some(at) if at.line_number <= self.common_lines => {
                format!("{COMMON}:{}:{}", at.line_number, at.line_position)
            }
            Some(at) => format!(
                "{}:{}:{}",
                self.path.display(),
                at.line_number - self.common_lines,
                at.line_position
            ),
            None => self.path.display().to_string(),
        };
        let mut message = format!("{place}: {summary}");
        let mut cause = Some(error);
        while let Some(error) = cause {
            let text = error.to_string();
            if !text.is_empty() && text != summary {
                message.push_str(": ");
                message.push_str(&text.replace('\n', " "));
            }
            cause = error.source();
        }
        message
    }
}
