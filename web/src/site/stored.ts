/**
 * The visitor's state that this browser stores between visits (SPEC §3): each field under its own key in local storage, and a version of
 * the whole.
 */
import { create } from 'zustand';
import { type PersistStorage, persist } from 'zustand/middleware';
import { core, type StoredState } from '@/core';
import { storedText, storeText } from '@/ui';

const VERSION_KEY = 'storageVersion';

/** The state and the functions that change it. */
export interface Stored extends StoredState {
  setLoggedIn: (isLoggedIn: boolean) => void;
  /** Resets the state to that of a new browser and removes the keys from local storage (SPEC §4). */
  reset: () => void;
}

/** The names of the fields, which are also their keys in local storage. */
function keys(): (keyof StoredState)[] {
  return Object.keys(core().storedDefaults()) as (keyof StoredState)[];
}

const fields: PersistStorage<StoredState> = {
  getItem: () => {
    const defaults = core().storedDefaults();
    const found: Record<string, unknown> = {};
    for (const key of keys()) {
      const value = parsed(storedText(key));
      // A value of another type was not written by this version.
      if (value !== null && typeof value === typeof defaults[key]) found[key] = value;
    }
    return { state: { ...defaults, ...found } };
  },
  setItem: (_, { state }) => {
    for (const key of keys()) storeText(key, JSON.stringify(state[key]));
  },
  removeItem: () => {
    for (const key of keys()) storeText(key, undefined);
  },
};

function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/** The stored state. Its values are available after {@link loadStoredState}. */
export const useStoredState = create<Stored>()(
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
      // Loaded by `loadStoredState`, after the version has been checked.
      skipHydration: true,
    },
  ),
);

/** Deletes everything that another version stored, then loads the state. Called at the start, once the core is loaded. */
export function loadStoredState(): void {
  try {
    if (core().storedMustClear(localStorage.getItem(VERSION_KEY) ?? undefined)) {
      localStorage.clear();
      localStorage.setItem(VERSION_KEY, core().storedVersion());
      // The choice of a theme was deleted with the rest, so the theme that was applied from it is removed, too.
      delete document.documentElement.dataset.theme;
    }
  } catch {
    // The storage is blocked: the site works without a stored state.
  }
  void useStoredState.persist.rehydrate();
}
