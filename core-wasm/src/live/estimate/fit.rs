//! The regression of [`super`]: a Bayesian one, in which those who are still under way count with what is expected of them (T. Amemiya,
//! "Tobit Models: A Survey", Journal of Econometrics 24, 1984, by the EM algorithm).

/// As how many runners the prior counts for the scatter.
const SCATTER_WEIGHT: f64 = 1.0;
/// How the factor changes with the pace, and with a slower last stretch, before anybody has shown it: the means and the scatter. The second
/// mean is a part of the factor: who has slowed goes on to.
const SLOPES: [(f64, f64); 2] = [(0.0, 0.02), (0.15, 0.15)];
/// Who is so many standard deviations later than expected has stopped, or was missed by the mat.
const GONE: f64 = 3.0;

/// What the factor of a runner is derived from: 1, how the pace so far and that of the last stretch differ from others.
pub(super) type Features = [f64; 3];

/// What is believed before anybody has shown it.
pub(super) struct Prior {
    /// The mean of the factor.
    pub(super) mean: f64,
    /// How the factors of runners scatter.
    pub(super) scatter: f64,
    /// How far the mean may be wrong for all of them.
    pub(super) shared: f64,
}

/// What a runner shows of a stretch.
pub(super) struct Example {
    pub(super) features: Features,
    /// The logarithm of the factor; that of the time so far for who is still under way.
    pub(super) factor: f64,
    /// Whether the runner has reached the end.
    pub(super) is_over: bool,
}

/// What is expected of an example: its features, the mean of its factor and the variance.
pub(super) type Expectation = (Features, f64, f64);

impl Example {
    /// What is expected by a fit: what was seen, or the mean of what is larger than the time so far. `None` for who is gone.
    pub(super) fn expected(&self, fit: &Fit) -> Option<Expectation> {
        if self.is_over {
            return Some((self.features, self.factor, 0.0));
        }
        let (mean, deviation) = fit.predict(self.features);
        if self.factor > mean + GONE * deviation {
            return None;
        }
        let (mean, scatter) = (dot(fit.coefficients, self.features), fit.variance.sqrt());
        let at = (self.factor - mean) / scatter;
        let hazard = hazard(at);
        let rest = (1.0 - hazard * (hazard - at)).clamp(0.0, 1.0);
        Some((self.features, mean + scatter * hazard, fit.variance * rest))
    }
}

/// The density of the normal distribution divided by its upper tail (M. Abramowitz and I. Stegun, "Handbook of Mathematical Functions",
/// 1964, 26.2.17).
fn hazard(at: f64) -> f64 {
    let density = (-0.5 * at * at).exp() / std::f64::consts::TAU.sqrt();
    let t = 1.0 / (1.0 + 0.231_641_9 * at.abs());
    let coefficients = [1.330_274_429, -1.821_255_978, 1.781_477_937, -0.356_563_782, 0.319_381_530];
    let tail = density * coefficients.iter().fold(0.0, |sum, coefficient| (sum + coefficient) * t);
    density / if at >= 0.0 { tail } else { 1.0 - tail }
}

/// Leaves out whose factor lies more than three times the distance of the quartiles outside them: who stopped, or took a short cut.
pub(super) fn without_outliers(examples: &mut Vec<Example>) {
    let mut factors: Vec<f64> = examples.iter().filter(|one| one.is_over).map(|one| one.factor).collect();
    factors.sort_by(f64::total_cmp);
    let quartile = |part: usize| factors.get(factors.len() * part / 4).copied();
    if let (Some(first), Some(third)) = (quartile(1), quartile(3)) {
        let reach = 3.0 * (third - first);
        examples.retain(|one| !one.is_over || (first - reach..=third + reach).contains(&one.factor));
    }
}

/// The mean of these; 0 of none.
#[expect(clippy::cast_precision_loss, reason = "a field has fewer than 2^52 runners")]
pub(super) fn average(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

/// A Bayesian linear regression with three features: its coefficients, the inverse of its precision, and the variance of the scatter.
pub(super) struct Fit {
    coefficients: Features,
    inverse: [Features; 3],
    variance: f64,
}

impl Fit {
    /// Fits what is expected of examples.
    #[expect(clippy::cast_precision_loss, reason = "there are at most some hundred examples")]
    pub(super) fn new(Prior { mean, scatter, shared }: &Prior, examples: &[Expectation]) -> Self {
        let [pace, slowing] = SLOPES;
        let prior_mean = [*mean, pace.0, slowing.0 * mean];
        let prior = [(scatter / shared).powi(2), (scatter / pace.1).powi(2), (scatter / slowing.1).powi(2)];
        let mut precision = [[prior[0], 0.0, 0.0], [0.0, prior[1], 0.0], [0.0, 0.0, prior[2]]];
        let mut right = [prior[0] * prior_mean[0], prior[1] * prior_mean[1], prior[2] * prior_mean[2]];
        for (features, factor, _) in examples {
            for ((row, right), feature) in precision.iter_mut().zip(&mut right).zip(features) {
                *right += feature * factor;
                row.iter_mut().zip(features).for_each(|(cell, other)| *cell += feature * other);
            }
        }
        let inverse = inverse(precision);
        let coefficients = inverse.map(|row| dot(row, right));
        let miss = |(features, factor, variance): &Expectation| (factor - dot(coefficients, *features)).powi(2) + variance;
        let (misses, number) = (examples.iter().map(miss).sum::<f64>(), examples.len() as f64);
        let variance = (SCATTER_WEIGHT * scatter.powi(2) + misses) / (SCATTER_WEIGHT + number);
        Self { coefficients, inverse, variance }
    }

    /// The mean and the standard deviation of the prediction.
    pub(super) fn predict(&self, features: Features) -> (f64, f64) {
        let uncertain = dot(self.inverse.map(|row| dot(row, features)), features);
        (dot(self.coefficients, features), (self.variance * (1.0 + uncertain.max(0.0))).sqrt())
    }
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

    #[test]
    fn who_is_under_way_counts_with_the_mean_of_what_is_larger() {
        // The mean of the upper half of the standard normal distribution, and its variance.
        assert!(
            (hazard(0.0) - 0.797_884_56).abs() < 1e-6 && (hazard(-8.0)).abs() < 1e-6 && (hazard(2.0) - 2.373_215_5).abs() < 1e-4
        );
        let fit = Fit { coefficients: [0.5, 0.0, 0.0], inverse: [[0.0; 3]; 3], variance: 0.01 };
        let under_way = |factor: f64| Example { features: [1.0, 0.0, 0.0], factor, is_over: false }.expected(&fit);
        let (_, mean, variance) = under_way(0.5).unwrap();
        assert!(
            (mean - 0.579_788).abs() < 1e-5 && (variance - 0.01 * (1.0 - std::f64::consts::FRAC_2_PI)).abs() < 1e-6,
            "{mean} {variance}"
        );
        assert!(under_way(0.81).is_none(), "who is far later than anybody is not waited for");
    }
}
