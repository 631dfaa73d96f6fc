//! The macro `shared!`.

/// Defines constants or structs that Rust and the shaders share.
///
/// build.rs compiles the same files with a macro of the same name that writes the items in WGSL, and
/// shaders import them. So a number or a struct has one definition, and the two sides cannot disagree.
/// All fields are `u32`s: both `repr(C)` and WGSL lay them out one after the other without padding.
macro_rules! shared {
    ($($(#[$doc:meta])* const $name:ident: u32 = $value:expr;)*) => {
        $($(#[$doc])* pub const $name: u32 = $value;)*
    };
    ($($(#[$doc:meta])* struct $name:ident { $($(#[$field_doc:meta])* $field:ident: u32,)* })*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, Debug, Default, bytemuck::Pod, bytemuck::Zeroable)]
            #[repr(C)]
            pub struct $name { $($(#[$field_doc])* pub $field: u32,)* }
        )*
    };
}
