/**
 * The only door to the rules. Everything the site knows about races, times, words and permissions comes through here;
 * nothing else in web/ imports the generated package.
 *
 * The rules come as four modules of one crate, so that a visitor downloads what pages ask and no more. Each is imported once,
 * dynamically, so that the page paints before it; afterwards every call is synchronous: `core().raceRegistration(…)` anywhere,
 * `deskCore().createCheck(…)` on an administrator's pages, whose routes load it, `pictureRules().imageInfo(…)` where a picture was
 * chosen. The live board is behind a worker: see {@link openBoard}. A type that crosses has one shape in all of them.
 */
export { type AsyncBoard, BoardGone, openBoard } from './board';
export { defaultZone, now, raceStart, todayIn } from './dates';
export {
  type Core,
  core,
  type Desk,
  deskCore,
  loadCore,
  loadDesk,
  loadPictureRules,
  type PictureRules,
  pictureRules,
} from './load';
// What only the desk has.
export type {
  CardSave,
  CardTexts,
  Change as EditChange,
  Clash,
  Dialog as DialogWords,
  EditOutcome,
  EditorWords,
  EditRequest,
  Field as RaceField,
  Filled,
  FormSection,
  FormSectionInfo,
  ListRow,
  Mark,
  MemoryAction,
  Merged,
  Part,
  PartInfo,
  PieceText,
  PrizeMark,
  PrizeSend,
  Reason,
  SaveResult,
  Versions,
  VisibilityWords,
} from './pkg/desk';
export type * from './pkg/page';
export type { ImageInfo as PictureLook } from './pkg/picture';
export { LoadTimeout, WATCHDOG_MS, watched } from './watchdog';
