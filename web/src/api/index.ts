export type { Answer, Asked, Path, Refused, Schemas } from './calls';
export {
  bytesOf,
  CallError,
  type CallOptions,
  call,
  get,
  isMissing,
  isPageOf,
  jsonOf,
  meantFor,
  outcomeOf,
  pageIsOf,
  REQUEST_TIMEOUT_MS,
  type Refusal,
  type RefusedField,
  refused,
  send,
  timeLimit,
} from './client';
export { LIVE_POLL_MS } from './field';
export { keptAnswers } from './keptAnswers';
export { useClock, useLiveRaces, useRacePhase } from './liveWindow';
export { orMade } from './made';
export {
  beforeLogout,
  profileOfPage,
  readProfile,
  saveBeforeLogout,
  showProfile,
  useLogout,
  useUpdatePrivacy,
} from './menu';
export { myResultsQuery } from './mine';
export { isLost, mendLostReads, part, reachable, whenReachable } from './network';
export { useOnce } from './once';
export { raceMediaQuery, raceQuery } from './race';
export { allPageRacesQuery, raceCardsQuery, raceDatesQuery } from './races';
export { useSendNext } from './sendNext';
export { type Profile, readToken, type Session, sessionQuery, useSession } from './session';
export { type SiteSettings, type SocialLink, siteSettings } from './site';
export { type UploadEnd, type UploadOptions, upload } from './upload';
export { type Field, type FreshBoard, keptBoards, useField, useFreshness } from './useField';
export { useLinkQuery } from './useLinkQuery';
export { raceWinnersQuery } from './winners';
export { callFailure, callWords, loadWords } from './words';
