import { createContext, useContext, useEffect } from 'react';

/** Called by a section of Account Settings with whether something in it is not saved. */
export const UnsavedContext = createContext<(section: string, isUnsaved: boolean) => void>(() => {});

/** Tells the page that something in this section is not saved, so that leaving asks first. */
export function useUnsaved(section: string, isUnsaved: boolean): void {
  const tell = useContext(UnsavedContext);
  useEffect(() => {
    tell(section, isUnsaved);
    return () => tell(section, false);
  }, [tell, section, isUnsaved]);
}
