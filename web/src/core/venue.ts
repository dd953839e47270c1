/** The rules of the venue's boards, in a module of their own. */

import { rules } from './load';
import type * as VenuePackage from './pkg/venue';

type VenueRules = typeof VenuePackage;

const venue = rules<VenueRules>('venue', () => import('./pkg/venue'));

/** Loads the rules; must be awaited before {@link venueRules}. */
export const loadVenueRules = venue.load;

/** The loaded rules. */
export const venueRules = venue.get;
