import { type ComponentType, createContext, type ReactNode, useContext } from 'react';
import type { Race } from '@/core';

/**
 * The public pages of a race, as components that take a race, which need not be saved. The editor must not import the slices that
 * they belong to: the app passes them in, so that the preview is the real page and not a copy of it.
 */
export interface PublicPages {
  /** `/race/{RaceName}`. */
  Race: ComponentType<{ race: Race }>;
  /** `/race/{RaceName}/media`. */
  Media: ComponentType<{ race: Race }>;
  /** The layout around every page of the site. */
  Layout: ComponentType<{ children: ReactNode }>;
}

/** Provides the public pages; the app sets it. */
export const PublicPagesContext = createContext<PublicPages | undefined>(undefined);

/** The public pages; throws where the app has not provided them. */
export function usePublicPages(): PublicPages {
  const pages = useContext(PublicPagesContext);
  if (!pages) throw new Error('usePublicPages() outside of PublicPagesContext');
  return pages;
}
