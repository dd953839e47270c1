import { knownTexts } from '@/ui/knownTexts';

const NAMES = ['year', 'gender', 'ageGroup', 'q', 'page', 'runner', 'show'] as const;

/** The search parameters of the race league; an absent one does not filter. `runner` is the opaque id of whose points are shown. */
export type LeagueSearch = { [Name in (typeof NAMES)[number]]?: string };

/** New values for some of the parameters; undefined removes one. */
export type LeagueChange = { [Name in keyof LeagueSearch]?: string | undefined };

/** What an administrator may see besides the standings. */
export const DESK_VIEWS = [
  { id: 'settings', label: 'Settings' },
  { id: 'persons', label: 'Persons' },
] as const;

/** Returns the known parameters as text and drops the rest. */
export const leagueSearch = (raw: Record<string, unknown>): LeagueSearch => knownTexts(raw, NAMES);

/** One of these. */
export type DeskView = (typeof DESK_VIEWS)[number]['id'];
