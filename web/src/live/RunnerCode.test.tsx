import { render, screen } from '@testing-library/react';
import decodeQR from 'qr/decode.js';
import { expect, test } from 'vitest';
import { RunnerCode } from './RunnerCode';

/** How many pixels a square of the code has, for the decoder. */
const SCALE = 4;

test('the code opens the runner on the live page', () => {
  render(<RunnerCode race="Spring 10K" bib="101" name="Ana Ruiz" />);
  const code = screen.getByRole('img', { name: 'QR code that opens Ana Ruiz' });
  const size = Number(code.getAttribute('viewBox')?.split(' ')[2]);
  const pixels = new Uint8Array((size * SCALE) ** 2 * 4).fill(255);
  for (const [, x, y] of code
    .querySelector('path')
    ?.getAttribute('d')
    ?.matchAll(/M(\d+) (\d+)h/g) ?? []) {
    for (let at = 0; at < SCALE * SCALE; at += 1) {
      const column = Number(x) * SCALE + (at % SCALE);
      const line = Number(y) * SCALE + Math.floor(at / SCALE);
      pixels.fill(0, (line * size * SCALE + column) * 4, (line * size * SCALE + column) * 4 + 3);
    }
  }
  const read = decodeQR({ width: size * SCALE, height: size * SCALE, data: pixels });
  expect(read).toBe('http://site.test/liveRace?race=Spring+10K&bib=101');
});
