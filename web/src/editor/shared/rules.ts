/** What both editors ask the core about dates, rows, frames and the usual rules. Nothing here decides: each function is one call. */
import { siteSettings } from '@/api';
import {
  core,
  type DistanceStart,
  deskCore,
  type EmbedKind,
  type Frame,
  type RuleSettings,
  type StartPicker,
  type VisibilityWords,
} from '@/core';

/** Hosts beside the core's table from which frames may come: the installation's own. */
export function extraHosts(): string[] {
  return [...siteSettings().embedHosts];
}

/** The frame that a pasted text makes; nothing for a blank or a refused one, whose reason the check says. */
export function embed(kind: EmbedKind, pasted: string): Frame | undefined {
  try {
    return deskCore().embedParse(kind, pasted, extraHosts());
  } catch {
    return undefined;
  }
}

/** What stands at a course map, counted from 1. */
export function courseHint(number: number, rows: readonly DistanceStart[]): string {
  return deskCore().courseHint(number, [...rows]);
}

/** `2027-06-15`, `June 15, 2027` and `Tuesday` of a written date; nothing when it is none. */
export function readDate(text: string): { iso: string; text: string; weekday: string } | undefined {
  try {
    return { iso: core().dateIso(text), text: core().dateWrite(text), weekday: core().dateWeekday(text) };
  } catch {
    return undefined;
  }
}

/** A link as it was meant, with the `https://` that people leave out. */
export function linkTyped(text: string): string {
  return deskCore().linkTyped(text);
}

/** The same of a website path, which may also be a path of this site. */
export function pathTyped(text: string): string {
  return deskCore().pathTyped(text);
}

/** The field Distance that the rows make. */
export function joinDistances(rows: readonly DistanceStart[]): string {
  return deskCore().distanceJoin([...rows]);
}

/** What is said of hidden pages. */
export function visibilityWords(): VisibilityWords {
  return deskCore().visibilityWords();
}

/** A row that is added. */
export function newRow(): DistanceStart {
  return deskCore().distanceNew();
}

/** Whether a row may be taken away. */
export function canRemoveRow(rows: readonly DistanceStart[]): boolean {
  return deskCore().distanceCanRemove([...rows]);
}

/** What the three pickers of a start time offer, and what is chosen. */
export function startPicker(written: string): StartPicker {
  return deskCore().startPicker(written);
}

/** The start time of three choices; a blank one comes from `fallback`. */
export function startPicked(hour: string, minute: string, half: string, fallback: string): string {
  return deskCore().startPicked(hour, minute, half, fallback);
}

/** The usual rules for these settings. */
export function usualRules(settings: RuleSettings): string[] {
  return deskCore().defaultRules(settings);
}

/** Whether somebody has written rules of their own, which would be lost under the usual ones. */
export function hasOwnRules(rules: string[], settings: RuleSettings): boolean {
  return deskCore().hasOwnRules(rules, settings);
}

/** The rules after their settings changed: the usual ones follow, written ones stay. */
export function retunedRules(rules: string[], before: RuleSettings, after: RuleSettings): string[] {
  return deskCore().retunedRules(rules, before, after);
}
