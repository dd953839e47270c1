import { type ComponentType, createContext, type ReactNode, useContext } from 'react';
import type { Race } from '@/core';

/**
 * The public pages of a race, as components of a race that may not be saved yet. The editor does not know the slices that they
 * belong to: the app hands them in, so that what is previewed is the page itself and never a likeness of it.
 */
export interface PublicPages {
  /** `/race/{RaceName}`. */
  Race: ComponentType<{ race: Race }>;
  /** `/race/{RaceName}/media`. */
  Media: ComponentType<{ race: Race }>;
  /** What stands around every page of the site. */
  Around: ComponentType<{ children: ReactNode }>;
}

/** The pages that the app handed in. */
export const PublicPagesContext = createContext<PublicPages | undefined>(undefined);

/** The public pages; only within a screen that the app gave them to. */
export function usePublicPages(): PublicPages {
  const pages = useContext(PublicPagesContext);
  if (!pages) throw new Error('usePublicPages() outside of a screen that was given them');
  return pages;
}
