/**
 * The only access to the rules. All rules and texts about races, times and permissions are imported from here; nothing else in web/
 * imports the generated package.
 *
 * One crate is built as seven modules, so that a visitor downloads only what the visited pages call. Each is imported once, and
 * dynamically, so that it does not delay the first paint. Afterwards every call is synchronous: `core().raceRegistration(…)`
 * anywhere, `deskCore().createCheck(…)` on an administrator's pages, whose routes load it, `pictureRules().imageInfo(…)` where a
 * picture was chosen, the result of `loadStrengthRules()` where a password is chosen, `packetRules().packetWords(…)` at the packet desk, `venueRules().venueWords()` on the boards of the venue. The live board runs in a worker: see {@link openBoard}. A type has the same shape in all modules.
 */
export { type AsyncBoard, BoardWorkerStopped, openBoard } from './board';
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
export { loadPacketRules, packetRules } from './packets';
// Types that only the board's module has.
export type {
  CourseElevation,
  CourseMark,
  CourseView,
  FollowAsked,
  Followed,
  FollowedRow,
  FollowNotice,
  FollowOffer,
  FollowPage,
  FoundLine,
  FoundPage,
  Positions,
  RaceDay,
  TeamLine,
  TeamsOfContest,
  TeamsPage,
} from './pkg/board';
// Types that only the desk's module has.
export type {
  AnnouncementForm,
  Asked,
  AskedContest,
  CardSave,
  CardTexts,
  Change as EditChange,
  Clash,
  ClockOffset,
  ClockSample,
  Dialog as DialogWords,
  EditedMedia,
  EditOutcome,
  EditorWords,
  EditRequest,
  EntrantForm,
  EntryState,
  Field as RaceField,
  Filled,
  FormSection,
  FormSectionInfo,
  GunsSent,
  InviteForm,
  KeptPress,
  LinkChoice,
  ListRow,
  Mark,
  MarkLine,
  MemoryAction,
  Merged,
  PacketLinkForm,
  Part,
  PartInfo,
  PieceText,
  PrizeMark,
  PrizeSend,
  Reason,
  RunnerChoice,
  SaveResult,
  StartLine,
  Versions,
  VisibilityWords,
} from './pkg/desk';
// Types that only the module of the packet desk has.
export type {
  PacketAction,
  PacketCount,
  PacketDesk,
  PacketInfo,
  PacketKind,
  PacketLine,
  PacketsFound,
} from './pkg/packets';
export type * from './pkg/page';
export type { ImageInfo as PictureLook } from './pkg/picture';
export type { Strength } from './pkg/strength';
// Types that only the module of the venue has.
export type {
  AnnouncerList,
  AnnouncerPage,
  ArrivedLine,
  ArrivedPage,
  ComingLine,
  ContestStatus,
  StatusPage,
  VenueBoard,
} from './pkg/venue';
export { loadStrengthRules, type StrengthRules } from './strength';
export { loadVenueRules, venueRules } from './venue';
export { LoadTimeout, WATCHDOG_MS, withTimeLimit } from './watchdog';
