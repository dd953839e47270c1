/**
 * Renders the icons of the installed app from icon.svg into public/icons, with the same browser that the tests use. Run
 * `node icons/make.mjs` after a change of the drawing, and commit the files.
 */
import { readFileSync } from 'node:fs';
import { chromium } from '@playwright/test';

const here = new URL('.', import.meta.url);
const drawing = readFileSync(new URL('icon.svg', here), 'utf8');
// For systems that crop the icon: the background fills the square, and for `maskable` the mark stays within the safe circle.
const square = drawing.replace('rx="96"', '');
const inset = square.replace('viewBox="0 0 512 512"', 'viewBox="-64 -64 640 640" style="background:#14191a"');

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
const page = await browser.newPage();
for (const [name, size, svg] of [
  ['192', 192, drawing],
  ['512', 512, drawing],
  ['maskable-512', 512, inset],
  ['apple-180', 180, square],
]) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(`<style>html,body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`);
  await page.screenshot({ path: new URL(`../public/icons/${name}.png`, here).pathname, omitBackground: true });
}
await browser.close();
