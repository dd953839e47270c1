/**
 * The only door to the rules. Everything the site knows about races, times, words and permissions comes through here;
 * nothing else in web/ imports the generated package.
 *
 * The module is imported once, dynamically, so that the page paints before it; afterwards every call is synchronous:
 * `core().raceRegistration(…)`. The heavy live board has the same interface behind a worker: see {@link openBoard}.
 */
export { type AsyncBoard, openBoard } from './board';
export { defaultZone, raceStart, todayIn } from './dates';
export { type Core, core, loadCore } from './load';
export type * from './pkg/core_wasm';
