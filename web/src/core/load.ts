import type * as DeskPackage from './pkg/desk';
import type * as PagePackage from './pkg/page';
import type * as PicturePackage from './pkg/picture';
import { watched } from './watchdog';

/** The rules that any page asks. */
export type Core = typeof PagePackage;
/** The rules about a picture that is chosen. */
export type PictureRules = typeof PicturePackage;
/** The rules that only an administrator's desk asks: the editors and the timing desk. */
export type Desk = typeof DeskPackage;

/** A generated module behind two doors: one that loads it, and one that then answers at once. */
function rules<Module>(name: string, fetch: () => Promise<Module>) {
  let loading: Promise<Module> | undefined;
  let loaded: Module | undefined;
  return {
    load(): Promise<Module> {
      loading ??= watched(fetch()).then(
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
      if (!loaded) throw new Error(`The rules of the ${name} were asked before they were loaded`);
      return loaded;
    },
  };
}

const page = rules('page', () => import('./pkg/page'));
const picture = rules('picture', () => import('./pkg/picture'));
const office = rules('desk', () => import('./pkg/desk'));

/** Loads the rules; every later call gives the same promise. After a failure the next call tries again. */
export const loadCore = page.load;

/** The rules, at once. `app/main.tsx` awaits {@link loadCore} before the first screen, so screens may just call. */
export const core = page.get;

/** Loads the desk's rules. The routes of an administrator's pages await it beside their screen. */
export const loadDesk = office.load;

/** The desk's rules, at once, on the pages whose route loads them. */
export const deskCore = office.get;

/** Loads the rules about pictures; whoever asks them awaits this first. */
export const loadPictureRules = picture.load;

/** The rules about pictures, at once, where a picture has been looked at. */
export const pictureRules = picture.get;
