/**
 * Every route of the site, in one list. Each screen is a chunk of its own, fetched when a link to it is pointed at. A route that
 * is not listed does not exist: links are typed by this list, so no page can link to nowhere.
 */
import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { CrashPage } from '@/site/CrashPage';
import { NotFoundPage } from '@/site/NotFoundPage';
import { PagePending } from '@/site/PagePending';
import { Shell } from '@/site/Shell';

interface Context {
  queries: QueryClient;
}

const root = createRootRouteWithContext<Context>()({
  component: Shell,
  notFoundComponent: NotFoundPage,
});

const page = <const Path extends string>(path: Path, load: () => Promise<Record<string, unknown>>, name: string) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: lazyRouteComponent(load as () => Promise<Record<string, never>>, name),
  });

const unauthorized = page('/Unauthorized', () => import('@/site/UnauthorizedPage'), 'UnauthorizedPage');

const createRace = page('/CreateRace', () => import('@/editor/CreateRacePage'), 'CreateRacePage');

const tree = root.addChildren([unauthorized, createRace]);

/** The router over a cache. Paths match in any case (SPEC §2). */
export function createAppRouter(queries: QueryClient) {
  const router = createRouter({
    routeTree: tree,
    context: { queries },
    caseSensitive: false,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 150,
    defaultPendingComponent: PagePending,
    defaultErrorComponent: ({ error }) => <CrashPage error={error} />,
  });
  // Every change of page starts at its top (SPEC §2); a change of filters or of the anchor does not.
  router.subscribe('onRendered', ({ pathChanged, toLocation }) => {
    if (pathChanged && !toLocation.hash) window.scrollTo({ top: 0, behavior: 'instant' });
  });
  return router;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
