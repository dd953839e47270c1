/** The rule about the strength of a password. Not in load.ts, which is in the script that every page loads. */
import { rules } from './load';
import type * as StrengthPackage from './pkg/strength';

/** How hard a password is to guess. */
export type StrengthRules = typeof StrengthPackage;

const strength = rules('password', () => import('./pkg/strength'));

/** Loads the rule with its dictionaries. */
export const loadStrengthRules = strength.load;
