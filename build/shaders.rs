//! Puts each shader together from the files that it imports, validates it with naga, and writes it to
//! `OUT_DIR`, from where the crate includes it. An invalid shader fails the build.
//!
//! A stage is a file `shaders/*.wgsl`. What depends on the width of the codes is in the folders `bytes` and `pairs`. A
//! stage that imports such a file, by a path that begins with `width/`, is built once for each width: `partition.wgsl`
//! for bytes and `partition_pairs.wgsl` for codes of two bytes. A comment line
//!
//! ```text
//! // import: shared/sums.wgsl, width/table.wgsl, src/compute/grid.rs
//! ```
//!
//! imports a WGSL file, given by its path below `shaders`, or the constants and structs that a Rust file
//! defines with `shared!`, given by its path in the repository. Imported files import others in the same
//! way. A file is included once, however often it is imported; the order does not matter in WGSL.
//!
//! Crates for this exist, but naga_oil renames every imported item and returns naga's representation instead of
//! WGSL, so that an error of a driver would not point to a line that someone wrote; and wesl needs a newer
//! compiler than this crate. All we need of them is this file.

use std::collections::HashSet;
use std::path::Path;
use std::{env, fs, io};

use naga::valid::{Capabilities, ValidationFlags, Validator};

/// As `shared!` in `src/compute/shared.rs`, but in WGSL: defines a function that returns its items.
macro_rules! shared {
    ($($(#[$doc:meta])* const $name:ident: u32 = $value:expr;)*) => {
        $(pub const $name: u32 = $value;)*

        pub fn constants() -> String {
            [$(format!("const {}: u32 = {}u;\n", stringify!($name), $name)),*].concat()
        }
    };
    ($($(#[$doc:meta])* struct $name:ident { $($(#[$field_doc:meta])* $field:ident: u32,)* })*) => {
        pub fn structs() -> String {
            let fields = |fields: &[&str]| -> String {
                fields.iter().map(|field| format!("    {field}: u32,\n")).collect()
            };
            [$(format!(
                "struct {} {{\n{}}}\n",
                stringify!($name),
                fields(&[$(stringify!($field)),*])
            )),*].concat()
        }
    };
}

// Only the items of `shared!` are used here.
#[allow(dead_code)]
#[path = "../src/compute/grid.rs"]
mod grid;
#[allow(dead_code)]
#[path = "../src/compute/gpu/layout/mod.rs"]
mod layout;

/// Returns what a Rust file defines with `shared!`, in WGSL.
fn generate(path: &str) -> Option<String> {
    use layout::*;
    Some(match path {
        "src/compute/grid.rs" => grid::constants(),
        "src/compute/gpu/layout/best_guesses.rs" => best_guesses::constants(),
        "src/compute/gpu/layout/bytes.rs" => bytes::constants(),
        "src/compute/gpu/layout/best_moves.rs" => best_moves::constants() + &best_moves::structs(),
        "src/compute/gpu/layout/collisions.rs" => collisions::constants(),
        "src/compute/gpu/layout/pairs.rs" => pairs::constants(),
        "src/compute/gpu/layout/sets.rs" => sets::structs(),
        "src/compute/gpu/layout/sums.rs" => sums::constants(),
        "src/compute/gpu/layout/table.rs" => table::structs(),
        _ => return None,
    })
}

const SHADERS: &str = "shaders";

/// The folders for the two widths of codes, each with the ending of the names of its stages.
const WIDTHS: [(&str, &str); 2] = [("bytes", ""), ("pairs", "_pairs")];

/// Builds all stages. Cargo runs this again when a shader changes, or one of the Rust files above.
pub fn build() -> io::Result<()> {
    println!("cargo::rerun-if-changed={SHADERS}");
    let out = env::var("OUT_DIR").map_err(io::Error::other)?;
    for entry in fs::read_dir(SHADERS)? {
        let path = entry?.path();
        let is_stage = path
            .extension()
            .is_some_and(|extension| extension == "wgsl");
        let Some(name) = path.file_stem().filter(|_| is_stage) else {
            continue;
        };
        let name = name.to_string_lossy();
        for (width, ending) in WIDTHS {
            let stage = Shader::of_stage(&name, width);
            match stage.and_then(|shader| shader.check().map(|()| shader)) {
                // A stage that does not depend on the width is built once.
                Ok(shader) if !ending.is_empty() && !shader.depends_on_width => {}
                Ok(shader) => {
                    let file = format!("{name}{ending}.wgsl");
                    fs::write(Path::new(&out).join(file), shader.source)?;
                }
                // Cargo prints the line as an error of this crate and fails the build.
                Err(message) => println!("cargo::error={message}"),
            }
        }
    }
    Ok(())
}

/// The source of a stage with all that it imports.
#[derive(Default)]
struct Shader {
    source: String,
    /// The files in the source, in order.
    files: Vec<SourceFile>,
    /// The paths that have been included.
    included: HashSet<String>,
    /// The folder that `width` means in imports.
    width: &'static str,
    /// True if a file of that folder is imported.
    depends_on_width: bool,
}

struct SourceFile {
    /// Lines of the source before the file.
    lines_before: u32,
    path: String,
}

impl Shader {
    fn of_stage(name: &str, width: &'static str) -> Result<Shader, String> {
        let mut shader = Shader {
            width,
            ..Shader::default()
        };
        shader.include(&format!("{name}.wgsl"), None)?;
        Ok(shader)
    }

    /// Includes a file after the files that it imports, unless it has been included already. `importer` is the line that
    /// imports it, as `file:line`.
    fn include(&mut self, import: &str, importer: Option<&str>) -> Result<(), String> {
        let of_width = import.strip_prefix("width/");
        let import = &match of_width {
            Some(file) => format!("{}/{file}", self.width),
            None => import.to_owned(),
        };
        self.depends_on_width |= of_width.is_some();
        if !self.included.insert(import.clone()) {
            return Ok(());
        }
        let (path, text) = if import.ends_with(".rs") {
            (
                format!("WGSL of {import}"),
                generate(import).ok_or_else(|| "no such file of shared items".to_owned()),
            )
        } else {
            let path = format!("{SHADERS}/{import}");
            let text = fs::read_to_string(&path);
            (path, text.map_err(|error| error.to_string()))
        };
        let text = text.map_err(|reason| match importer {
            Some(importer) => format!("{importer}: cannot import {import}: {reason}"),
            None => format!("{path}: {reason}"),
        })?;
        for (number, line) in (1..).zip(text.lines()) {
            let imports = line.strip_prefix("// import:").unwrap_or_default();
            for import in imports
                .split(',')
                .map(str::trim)
                .filter(|import| !import.is_empty())
            {
                self.include(import, Some(&format!("{path}:{number}")))?;
            }
        }
        let lines_before = self.source.matches('\n').count() as u32;
        self.files.push(SourceFile { lines_before, path });
        self.source.push_str(&text);
        if !self.source.ends_with('\n') {
            self.source.push('\n');
        }
        Ok(())
    }

    /// Parses and validates the source with no capability beyond the base of WebGPU, so that it runs on
    /// every adapter. The error is one line: file, line, column, and what is wrong.
    fn check(&self) -> Result<(), String> {
        let module = naga::front::wgsl::parse_str(&self.source)
            .map_err(|error| self.message(error.location(&self.source), &error, error.message()))?;
        Validator::new(ValidationFlags::all(), Capabilities::empty())
            .validate(&module)
            .map_err(|error| {
                // The first span is the whole function; the shortest one is the actual cause.
                let spans = error
                    .spans()
                    .filter_map(|(span, _)| Some((span, span.to_range()?.len())));
                let shortest = spans.min_by_key(|&(_, length)| length);
                let location = shortest.map(|(span, _)| span.location(&self.source));
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
        let mut message = format!("{}: {summary}", self.line_of(location));
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

    /// A location in the source as `file:line:column` of the file that has the line.
    fn line_of(&self, location: Option<naga::SourceLocation>) -> String {
        // The stage comes last, after the files that it imports.
        let stage = self.files.last().map_or("", |file| &file.path);
        let Some(at) = location else {
            return stage.to_owned();
        };
        let mut files = self.files.iter().rev();
        match files.find(|file| file.lines_before < at.line_number) {
            Some(SourceFile { lines_before, path }) => {
                format!(
                    "{path}:{}:{}",
                    at.line_number - lines_before,
                    at.line_position
                )
            }
            None => stage.to_owned(),
        }
    }
}
