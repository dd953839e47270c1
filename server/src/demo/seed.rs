//! The demo's random numbers: the same seed gives the same company on every machine.
//!
//! SplitMix64 (Steele, Lea, Flood 2014): small, well distributed, and not for secrets.

/// A stream of numbers that depends on its seed alone.
#[derive(Clone, Debug)]
pub(crate) struct Seed(u64);

impl Seed {
    /// A stream from a seed.
    pub(crate) fn new(number: u64) -> Self {
        Self(number)
    }

    /// The next 64 bits.
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number from 0 to below `limit`.
    pub(crate) fn below(&mut self, limit: u32) -> u32 {
        (self.next() % u64::from(limit.max(1))) as u32
    }

    /// A number from `low` to `high`, evenly distributed.
    pub(crate) fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// An approximately normally distributed number: the sum of twelve evenly distributed ones.
    pub(crate) fn normal(&mut self, mean: f64, deviation: f64) -> f64 {
        let sum: f64 = (0..12).map(|_| self.between(0.0, 1.0)).sum();
        mean + deviation * (sum - 6.0)
    }

    /// An element of a list, which must not be empty.
    pub(crate) fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len() as u32) as usize]
    }

    /// True with a probability of `percent` percent.
    pub(crate) fn chance(&mut self, percent: u32) -> bool {
        self.below(100) < percent
    }
}
