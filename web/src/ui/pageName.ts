import { useEffect } from 'react';
import { create } from 'zustand';

const usePage = create<{ name: string | undefined }>(() => ({ name: undefined }));

/** Sets the name of the page's race or user, for the window's title; reset when the page is unmounted. */
export function usePageName(name: string | undefined): void {
  useEffect(() => {
    usePage.setState({ name });
    return () => usePage.setState({ name: undefined });
  }, [name]);
}

/** The name when the page's race or user does not exist: the window's title is then only the brand (SPEC §2). */
export const NO_PAGE_NAME = '';

/** Returns the name that the shown page has set; {@link NO_PAGE_NAME} when its race or user does not exist. */
export const useCurrentPageName = () => usePage(({ name }) => name);
