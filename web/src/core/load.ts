import type * as DeskPackage from './pkg/desk';
import type * as PagePackage from './pkg/page';
import type * as PicturePackage from './pkg/picture';
import { withTimeLimit } from './watchdog';

/** The rules that any page may call. */
export type Core = typeof PagePackage;
/** The rules about a chosen picture. */
export type PictureRules = typeof PicturePackage;
/** The rules that only an administrator's pages call: the editors and the timing desk. */
export type Desk = typeof DeskPackage;

/** Two functions for a generated module: `load` loads it, and `get` then returns it synchronously. */
export function rules<Module>(name: string, fetch: () => Promise<Module>) {
  let loading: Promise<Module> | undefined;
  let loaded: Module | undefined;
  return {
    load(): Promise<Module> {
      loading ??= withTimeLimit(fetch()).then(
        (module) => {
          loaded = module;
          return module;
        },
        (error: unknown) => {
          // The next call tries again.
          loading = undefined;
          throw error;
        },
      );
      return loading;
    },
    get(): Module {
      if (!loaded) throw new Error(`The rules of the ${name} were called before they were loaded`);
      return loaded;
    },
  };
}

const page = rules('page', () => import('./pkg/page'));
const picture = rules('picture', () => import('./pkg/picture'));
const desk = rules('desk', () => import('./pkg/desk'));

/** Loads the rules; later calls return the same promise. After a failure the next call tries again. */
export const loadCore = page.load;

/** The loaded rules. `app/main.tsx` awaits {@link loadCore} before the first screen, so every screen may call this. */
export const core = page.get;

/** Loads the desk's rules. The routes of an administrator's pages await it together with their screen. */
export const loadDesk = desk.load;

/** The loaded desk's rules, on the pages whose route loads them. */
export const deskCore = desk.get;

/** Loads the rules about pictures; must be awaited before {@link pictureRules}. */
export const loadPictureRules = picture.load;

/** The loaded rules about pictures. */
export const pictureRules = picture.get;
