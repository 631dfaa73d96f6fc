//! Which processors computed a result.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The processors that computed a result. Displayed and serialized as `cpu`, `gpu`, `gpu and cpu` or `gpu then cpu`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ComputedBy {
    /// The CPU alone.
    #[serde(rename = "cpu")]
    Cpu,
    /// A GPU alone.
    #[serde(rename = "gpu")]
    Gpu,
    /// A GPU and the CPU, each some of the work.
    #[serde(rename = "gpu and cpu")]
    GpuAndCpu,
    /// A GPU until it failed, then the CPU.
    #[serde(rename = "gpu then cpu")]
    GpuThenCpu,
}

impl ComputedBy {
    /// The processors of two results together. A failure of a GPU in one of them is not forgotten.
    ///
    /// ```
    /// use wordgame_engine::compute::ComputedBy;
    ///
    /// let together = ComputedBy::Cpu.and(ComputedBy::Gpu);
    /// assert_eq!(together.to_string(), "gpu and cpu");
    /// ```
    pub fn and(self, other: ComputedBy) -> ComputedBy {
        if self == other {
            self
        } else if [self, other].contains(&ComputedBy::GpuThenCpu) {
            ComputedBy::GpuThenCpu
        } else {
            ComputedBy::GpuAndCpu
        }
    }
}

impl fmt::Display for ComputedBy {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        to.write_str(match self {
            ComputedBy::Cpu => "cpu",
            ComputedBy::Gpu => "gpu",
            ComputedBy::GpuAndCpu => "gpu and cpu",
            ComputedBy::GpuThenCpu => "gpu then cpu",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::ComputedBy::{self, *};

    #[test]
    fn processors_of_two_results_are_those_of_either() {
        for (one, other, both) in [
            (Cpu, Cpu, Cpu),
            (Gpu, Gpu, Gpu),
            (Cpu, Gpu, GpuAndCpu),
            (Gpu, GpuAndCpu, GpuAndCpu),
            (GpuThenCpu, Cpu, GpuThenCpu),
            (GpuAndCpu, GpuThenCpu, GpuThenCpu),
        ] {
            assert_eq!((one.and(other), other.and(one)), (both, both));
        }
    }

    #[test]
    fn json_form_equals_the_displayed_form() {
        for by in [Cpu, Gpu, GpuAndCpu, GpuThenCpu] {
            let json = serde_json::to_string(&by).expect("a unit variant serializes");
            assert_eq!(json, format!("\"{by}\""));
            assert_eq!(serde_json::from_str::<ComputedBy>(&json).ok(), Some(by));
        }
    }
}
