/**
 * What this browser remembers of somebody between visits (SPEC §3): each field under its own name in local storage, all of it
 * under a version.
 */
import { create } from 'zustand';
import { type PersistStorage, persist } from 'zustand/middleware';
import { core, type StoredState } from '@/core';
import { remember, remembered } from '@/ui';

const VERSION_KEY = 'storageVersion';

/** The state, and what changes it. */
export interface Stored extends StoredState {
  setLoggedIn: (isLoggedIn: boolean) => void;
  /** Back to the state of a new browser; the keys leave local storage (SPEC §4). */
  reset: () => void;
}

/** The names of the fields, which are the keys. */
function keys(): (keyof StoredState)[] {
  return Object.keys(core().storedDefaults()) as (keyof StoredState)[];
}

const fields: PersistStorage<StoredState> = {
  getItem: () => {
    const defaults = core().storedDefaults();
    const found: Record<string, unknown> = {};
    for (const key of keys()) {
      const value = parsed(remembered(key));
      // What is not of the field's kind was not written by this version.
      if (value !== null && typeof value === typeof defaults[key]) found[key] = value;
    }
    return { state: { ...defaults, ...found } };
  },
  setItem: (_, { state }) => {
    for (const key of keys()) remember(key, JSON.stringify(state[key]));
  },
  removeItem: () => {
    for (const key of keys()) remember(key, undefined);
  },
};

function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/** The stored state. Its values stand after {@link openStored}. */
export const useStored = create<Stored>()(
  persist(
    (set, _, store) => ({
      isLoggedIn: false,
      top1: false,
      top3: false,
      activeTitle: '',
      raceCounts: { fiveK: 0, tenK: 0, half: 0 },
      fastestTimes: { '5K': null, '10K': null, HALF: null },
      setLoggedIn: (isLoggedIn) => set({ isLoggedIn }),
      reset: () => {
        set(core().storedDefaults());
        store.persist.clearStorage();
      },
    }),
    {
      name: 'stored',
      storage: fields,
      partialize: ({ isLoggedIn, top1, top3, activeTitle, raceCounts, fastestTimes }) => ({
        isLoggedIn,
        top1,
        top3,
        activeTitle,
        raceCounts,
        fastestTimes,
      }),
      // Not before the version was looked at, which the core decides.
      skipHydration: true,
    },
  ),
);

/** At the start, once the core is there: forgets everything of another version, then reads what is left. */
export function openStored(): void {
  try {
    if (core().storedMustClear(localStorage.getItem(VERSION_KEY) ?? undefined)) {
      localStorage.clear();
      localStorage.setItem(VERSION_KEY, core().storedVersion());
      // The theme's choice went with the rest; what it had already painted goes too.
      delete document.documentElement.dataset.theme;
    }
  } catch {
    // A browser that keeps nothing still shows the site.
  }
  void useStored.persist.rehydrate();
}
