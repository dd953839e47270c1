/**
 * The only door to the rules. Everything the site knows about races, times, words and permissions comes through here;
 * nothing else in web/ imports the generated package.
 *
 * The rules come as three modules of one crate, so that a visitor downloads what pages ask and no more. Each is imported once,
 * dynamically, so that the page paints before it; afterwards every call is synchronous: `core().raceRegistration(…)` anywhere,
 * `deskCore().createCheck(…)` on an administrator's pages, whose routes load it. The live board is behind a worker: see
 * {@link openBoard}. A type that crosses has one shape in all three.
 */
export { type AsyncBoard, BoardGone, openBoard } from './board';
export { defaultZone, now, raceStart, todayIn } from './dates';
export { type Core, core, type Desk, deskCore, loadCore, loadDesk } from './load';
// What only the desk has.
export type {
  CardSave,
  CardTexts,
  Change as EditChange,
  Clash,
  Dialog as DialogWords,
  EditEnd,
  EditOutcome,
  EditorWords,
  EditRequest,
  Filled,
  ListRow,
  Look,
  Mark,
  MemoryAction,
  Merged,
  Part,
  PartInfo,
  PrizeMark,
  PrizeSend,
  Reason,
  Side,
  Versions,
  VisibilityWords,
} from './pkg/desk';
export type * from './pkg/page';
export { LoadTimeout, WATCHDOG_MS, watched } from './watchdog';
