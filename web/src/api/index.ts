export {
  CallError,
  type CallOptions,
  call,
  get,
  outcomeOf,
  REQUEST_TIMEOUT_MS,
  type Refusal,
  type RefusedField,
  send,
} from './client';
export { useClock, useLiveRaces } from './liveWindow';
export { raceMediaQuery, raceQuery } from './race';
export { allPageRacesQuery, raceCardsQuery, raceDatesQuery } from './races';
export {
  type Profile,
  readToken,
  type Session,
  sessionQuery,
  useLogout,
  useSession,
  useUpdatePrivacy,
} from './session';
export { type SiteSettings, type SocialLink, siteSettings } from './site';
export { type UploadEnd, type UploadOptions, upload } from './upload';
export { type RaceWinners, raceWinnersQuery } from './winners';
export { callWords } from './words';
