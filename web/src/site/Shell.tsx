import { useQuery } from '@tanstack/react-query';
import { Outlet, useRouter, useRouterState } from '@tanstack/react-router';
import { type ComponentType, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { RouterProvider as AriaRouter } from 'react-aria-components';
import { part, sessionQuery } from '@/api';
import { withTimeLimit } from '@/core';
import { Navbar } from './Navbar';
import { useStoredState } from './stored';
import { TabBar } from './TabBar';
import { useTitle } from './title';

/** A component of the deferred script. A script that fails to load or hangs is handled as a lost connection, like a page's. */
const deferred = (name: 'CookieBanner' | 'Footer' | 'Shortcuts' | 'StatusStrip' | 'Toaster') =>
  lazy(async (): Promise<{ default: ComponentType }> => {
    const components = await part(() => withTimeLimit(import('./deferred')));
    return { default: components[name] };
  });
const CookieBanner = deferred('CookieBanner');
const Footer = deferred('Footer');
const Shortcuts = deferred('Shortcuts');
const StatusStrip = deferred('StatusStrip');
const Toaster = deferred('Toaster');

/**
 * What is around the page, as constants: rendering the frame again does not render them. Their script may have come since, and then React
 * would render all of them in one long step; by themselves it renders them in small ones.
 */
const BANNER = (
  <Suspense>
    <CookieBanner />
  </Suspense>
);
const STRIP = (
  <Suspense>
    <StatusStrip />
  </Suspense>
);
const FOOTER = (
  <Suspense>
    <Footer />
  </Suspense>
);
const OVERLAYS = (
  <Suspense>
    <Shortcuts />
    <Toaster />
  </Suspense>
);

/** The frame of every page: skip link, navigation bar, footer, and on phones the tab bar. */
export function Shell() {
  const router = useRouter();
  const main = useRef<HTMLElement>(null);
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname ?? state.location.pathname });
  const first = useRef(true);
  const [initialPath] = useState(path);
  const [navigated, setNavigated] = useState(false);
  // Only after the first navigation: screen readers announce the title of the page that the browser itself loads.
  if (!navigated && path !== initialPath) setNavigated(true);

  // After a navigation the focus is set to the page's content, unless one of its fields has taken it, so that it is read from its start.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs when the path changes.
  useEffect(() => {
    if (first.current) first.current = false;
    else if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true });
  }, [path]);

  // A board for a projector, and what another site shows in a frame, are nothing but their content.
  if (/^\/(board|embed)\//i.test(path)) {
    return (
      <>
        <Title path={path} />
        <StoredLogin />
        <main id="main" ref={main} tabIndex={-1} className="outline-none">
          <Outlet />
        </main>
      </>
    );
  }
  return (
    <AriaRouter navigate={(to) => router.navigate({ to: to as never })} useHref={(to) => to}>
      <a
        href="#main"
        className="label fixed top-2 left-2 z-70 -translate-y-24 rounded-control bg-ink px-4 py-3 text-page focus:translate-y-0 print:hidden"
      >
        Skip to content
      </a>
      {BANNER}
      <Title path={path} isAnnounced={navigated} />
      <StoredLogin />
      <div className="flex min-h-dvh flex-col">
        <Navbar />
        {STRIP}
        <main id="main" ref={main} tabIndex={-1} className="min-h-dvh flex-1 outline-none print:min-h-0">
          <Outlet />
        </main>
        {FOOTER}
      </div>
      <TabBar />
      {OVERLAYS}
    </AriaRouter>
  );
}

/** Sets the window's title. `isAnnounced`: whether screen readers are told it; undefined where they never are. */
function Title({ path, isAnnounced }: { path: string; isAnnounced?: boolean }) {
  const title = useTitle(path);
  if (isAnnounced === undefined) return null;
  return (
    <p role="status" className="sr-only">
      {isAnnounced && title}
    </p>
  );
}

/** Stores between visits whether somebody is logged in (SPEC §3), once the server has returned it. */
function StoredLogin() {
  const loggedIn = useQuery(sessionQuery).data?.loggedIn;
  useEffect(() => {
    if (loggedIn !== undefined && loggedIn !== useStoredState.getState().isLoggedIn)
      useStoredState.getState().setLoggedIn(loggedIn);
  }, [loggedIn]);
  return null;
}
