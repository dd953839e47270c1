import { expect, test } from 'vitest';
import { numberText } from './numberText';

test('a count is written as Intl writes it', () => {
  for (const count of [0, 7, 999, 1000, 12_345, 100_000, 1_234_567])
    expect(numberText(count)).toBe(count.toLocaleString('en-US'));
});
