//! A Bayesian linear regression of the logarithm of a factor, in which also those count who are still under way: of them it is known that
//! theirs will be greater than what has passed. Without them only the fast would be compared with.
//!
//! That is the censored regression of J. Tobin ("Estimation of Relationships for Limited Dependent Variables", Econometrica 26, 1958), fitted
//! by expectation and maximization. Walls and stops make some much later than most, so that the scatter is counted on either side of the mean.
//! Nothing here knows courses.

/// How often those who are under way are placed where the fit expects them. More change nothing in `benches/estimates.rs`.
const ROUNDS: usize = 8;
/// As how many examples the prior counts for the scatter.
const SCATTER_WEIGHT: f64 = 4.0;

/// What the factor of a runner is derived from: 1, how the pace so far and that of the last stretch differ from others.
pub(super) type Features = [f64; 3];

/// What one runner shows.
#[derive(Clone, Copy)]
pub(super) struct Example {
    pub(super) features: Features,
    /// The logarithm of the factor, or what it will be greater than.
    pub(super) factor: f64,
    pub(super) is_under_way: bool,
}

/// What is believed before anybody has shown it.
pub(super) struct Prior {
    /// The coefficients.
    pub(super) means: Features,
    /// Their standard deviations.
    pub(super) deviations: Features,
    /// The standard deviation of runners about what the coefficients say.
    pub(super) scatter: f64,
}

/// The coefficients, the inverse of their precision, and the variances of the scatter: over all, of the earlier and of the later ones.
pub(super) struct Fit {
    coefficients: Features,
    inverse: [Features; 3],
    variance: f64,
    sides: [f64; 2],
}

impl Fit {
    /// Fits examples.
    pub(super) fn new(examples: &[Example], prior: &Prior) -> Self {
        let mut fit =
            Self { coefficients: prior.means, inverse: [[0.0; 3]; 3], variance: prior.scatter.powi(2), sides: [0.0; 2] };
        let rounds = if examples.iter().any(|example| example.is_under_way) { ROUNDS } else { 1 };
        for _ in 0..rounds {
            fit = fit.next(examples, prior);
        }
        fit
    }

    /// The fit after one round from this one.
    fn next(&self, examples: &[Example], prior: &Prior) -> Self {
        let [a, b, c] = prior.deviations.map(|deviation| (prior.scatter / deviation).powi(2));
        let [mean_a, mean_b, mean_c] = prior.means;
        let mut precision = [[a, 0.0, 0.0], [0.0, b, 0.0], [0.0, 0.0, c]];
        let mut right = [a * mean_a, b * mean_b, c * mean_c];
        for example in examples {
            let (factor, _) = self.placed(example);
            for ((row, right), feature) in precision.iter_mut().zip(&mut right).zip(example.features) {
                *right += feature * factor;
                row.iter_mut().zip(example.features).for_each(|(cell, other)| *cell += feature * other);
            }
        }
        let inverse = inverse(precision);
        let coefficients = inverse.map(|row| dot(row, right));
        // The squares of the differences of those who are earlier and later than expected, and how many they are.
        let side = (SCATTER_WEIGHT / 2.0 * prior.scatter.powi(2), SCATTER_WEIGHT / 2.0);
        let (mut earlier, mut later) = (side, side);
        for example in examples {
            let (factor, variance) = self.placed(example);
            let miss = factor - dot(coefficients, example.features);
            let (squares, number) = if miss > 0.0 { &mut later } else { &mut earlier };
            *squares += miss * miss + variance;
            *number += 1.0;
        }
        let variance = (earlier.0 + later.0) / (earlier.1 + later.1);
        Self { coefficients, inverse, variance, sides: [earlier, later].map(|(squares, number)| squares / number) }
    }

    /// An example's factor and its variance: 0 for who is there, and what is to be expected of who is under way.
    fn placed(&self, example: &Example) -> (f64, f64) {
        if !example.is_under_way {
            return (example.factor, 0.0);
        }
        let (mean, deviation) = (dot(self.coefficients, example.features), self.variance.sqrt());
        let passed = (example.factor - mean) / deviation;
        let hazard = hazard(passed);
        (mean + deviation * hazard, self.variance * (1.0 + passed * hazard - hazard * hazard).clamp(0.0, 1.0))
    }

    /// The mean of the prediction, and how far those lie from it, by one standard deviation, who are earlier and who are later.
    pub(super) fn predict(&self, features: Features) -> (f64, [f64; 2]) {
        let uncertain = self.variance * dot(self.inverse.map(|row| dot(row, features)), features).max(0.0);
        (dot(self.coefficients, features), self.sides.map(|side| (side + uncertain).sqrt()))
    }
}

/// The mean of a standard normal variable of which it is known that it is greater than `x`: density ÷ tail, within about 1 %, by the bound for the
/// tail of A. V. Boyd ("Inequalities for Mills' Ratio", 1959).
fn hazard(x: f64) -> f64 {
    use std::f64::consts::{PI, TAU};
    let of_tail = ((PI - 1.0) * x.abs() + (x * x + TAU).sqrt()) / PI;
    if x >= 0.0 {
        return of_tail;
    }
    let density = (-x * x / 2.0).exp() / TAU.sqrt();
    density / (1.0 - density / of_tail)
}

fn dot(a: Features, b: Features) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The inverse of a symmetric matrix with a positive determinant, by its cofactors.
fn inverse([[a, b, c], [d, e, f], [g, h, i]]: [Features; 3]) -> [Features; 3] {
    let cofactors = [
        [e * i - f * h, c * h - b * i, b * f - c * e],
        [f * g - d * i, a * i - c * g, c * d - a * f],
        [d * h - e * g, b * g - a * h, a * e - b * d],
    ];
    let determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
    cofactors.map(|row| row.map(|cell| cell / determinant))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The nine deciles of the standard normal distribution.
    const DECILES: [f64; 9] = [-1.2816, -0.8416, -0.5244, -0.2533, 0.0, 0.2533, 0.5244, 0.8416, 1.2816];

    /// The fit of ten runners at each decile of factors about 1 with a deviation of 0.1, of whom those are still under way above `passed`.
    fn fit(passed: f64) -> (f64, [f64; 2]) {
        let example = |decile: f64| {
            let factor = 1.0 + 0.1 * decile;
            Example { features: [1.0, 0.0, 0.0], factor: factor.min(passed), is_under_way: factor > passed }
        };
        let examples: Vec<Example> = (0..10).flat_map(|_| DECILES.map(example)).collect();
        let prior = Prior { means: [0.5, 0.0, 0.0], deviations: [1.0; 3], scatter: 0.1 };
        Fit::new(&examples, &prior).predict([1.0, 0.0, 0.0])
    }

    #[test]
    fn who_is_under_way_counts_with_what_is_to_be_expected() {
        let all = fit(2.0).0;
        assert!((all - 1.0).abs() < 0.001, "{all}");
        // Those who are there, the lower four of the nine, have a mean of 0.93.
        let (early, [earlier, later]) = fit(0.99);
        assert!((early - 1.0).abs() < 0.02, "{early}");
        assert!((0.06..0.12).contains(&earlier) && (0.06..0.13).contains(&later), "{earlier} {later}");
    }

    #[test]
    fn the_mean_above_a_point_is_that_of_the_normal_distribution() {
        // By tables of the standard normal distribution.
        for (x, mean) in [(-8.0, 0.0), (-1.0, 0.287_6), (0.0, 0.797_9), (1.0, 1.525_1), (3.0, 3.283_1)] {
            assert!((hazard(x) - mean).abs() < 0.02, "{x}: {}", hazard(x));
        }
    }
}
