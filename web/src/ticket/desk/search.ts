import { knownTexts } from '@/ui/knownTexts';

const NAMES = ['status', 'type', 'race', 'age', 'q', 'page', 'ticket'] as const;

/** The search parameters of the desk; an absent one does not filter. */
export type DeskSearch = { [Name in (typeof NAMES)[number]]?: string };

/** New values for some of the parameters; undefined removes one. */
export type DeskChange = { [Name in keyof DeskSearch]?: DeskSearch[Name] | undefined };

/** Returns the known parameters as text and drops the rest. */
export const deskSearch = (raw: Record<string, unknown>): DeskSearch => knownTexts(raw, NAMES);
