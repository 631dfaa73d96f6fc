//! `shaders/shared/histograms.wgsl`: counters of codes that a workgroup shares.

shared! {
    /// Histograms per workgroup.
    const HISTOGRAMS: u32 = 8;
}
