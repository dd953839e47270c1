import type * as Pkg from './pkg/core_wasm';

/** The generated package: every function and type of core-wasm/src/wasm. */
export type Core = typeof Pkg;

let loading: Promise<Core> | undefined;
let loaded: Core | undefined;

/** Loads the rules; every later call gives the same promise. After a failure the next call tries again. */
export function loadCore(): Promise<Core> {
  loading ??= import('./pkg/core_wasm').then(
    (pkg) => {
      loaded = pkg;
      return pkg;
    },
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

/** The rules, at once. `app/main.tsx` awaits {@link loadCore} before the first screen, so screens may just call. */
export function core(): Core {
  if (!loaded) throw new Error('core() was called before loadCore() was done');
  return loaded;
}
