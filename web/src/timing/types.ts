import type { Desk } from './api';

/** What every panel of the desk gets. */
export interface DeskProps {
  race: string;
  /** The race's date, as its record has it. */
  date: string;
  /** The race's IANA zone; blank is the core's default. */
  zone: string;
  desk: Desk;
}
