// What the benchmarks say of many measurements.

/** The measurement below which this share of all is, for example 0.95; the last for a share of 1. */
export function at(measurements, share) {
  return Float64Array.from(measurements).sort()[
    Math.min(measurements.length - 1, Math.floor(measurements.length * share))
  ];
}

export const median = (measurements) => at(measurements, 0.5);

export const mean = (measurements) => measurements.reduce((sum, one) => sum + one, 0) / measurements.length;
