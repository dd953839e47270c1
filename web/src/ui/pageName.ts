import { useEffect } from 'react';
import { create } from 'zustand';

const usePage = create<{ name: string | undefined }>(() => ({ name: undefined }));

/** Says what the page shown is about (a race's name, a user's name), for the window's title; forgotten when the page goes. */
export function usePageName(name: string | undefined): void {
  useEffect(() => {
    usePage.setState({ name });
    return () => usePage.setState({ name: undefined });
  }, [name]);
}

/** Where a page's race or user does not exist: the window's title is then the brand alone (SPEC §2). */
export const NOBODY = '';

/** What the page shown is about; {@link NOBODY} when there is no such race or user. */
export const useCurrentPageName = () => usePage(({ name }) => name);
