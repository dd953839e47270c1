import { useQuery } from '@tanstack/react-query';
import { Outlet, useRouter, useRouterState } from '@tanstack/react-router';
import { type ComponentType, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { RouterProvider as AriaRouter } from 'react-aria-components';
import { part, sessionQuery } from '@/api';
import { watched } from '@/core';
import { Navbar } from './Navbar';
import { useStored } from './stored';
import { TabBar } from './TabBar';
import { useTitle } from './title';

/** A piece of what comes after the page. A lost or hanging script is the error of a lost network, as a screen's is. */
const later = (name: 'CookieBanner' | 'Footer' | 'Shortcuts' | 'StatusStrip' | 'Toaster') =>
  lazy(async (): Promise<{ default: ComponentType }> => {
    const pieces = await part(() => watched(import('./later')));
    return { default: pieces[name] };
  });
const CookieBanner = later('CookieBanner');
const Footer = later('Footer');
const Shortcuts = later('Shortcuts');
const StatusStrip = later('StatusStrip');
const Toaster = later('Toaster');

/** What stands around every page: skip link, navigation bar, footer, and on phones the tab bar. */
export function Shell() {
  const router = useRouter();
  const main = useRef<HTMLElement>(null);
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname ?? state.location.pathname });
  const first = useRef(true);
  const title = useTitle(path);
  const [opened] = useState(path);
  const [moved, setMoved] = useState(false);
  // The browser itself says the title of the page that it opened.
  if (!moved && path !== opened) setMoved(true);

  // Remembered between visits (SPEC §3), once the server has said it.
  const loggedIn = useQuery(sessionQuery).data?.loggedIn;
  useEffect(() => {
    if (loggedIn !== undefined && loggedIn !== useStored.getState().isLoggedIn)
      useStored.getState().setLoggedIn(loggedIn);
  }, [loggedIn]);

  // A new page is read from its beginning: the focus goes to it, unless one of its fields took it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what changes.
  useEffect(() => {
    if (first.current) first.current = false;
    else if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true });
  }, [path]);

  return (
    <AriaRouter navigate={(to) => router.navigate({ to: to as never })} useHref={(to) => to}>
      <a
        href="#main"
        className="label fixed top-2 left-2 z-70 -translate-y-24 rounded-control bg-ink px-4 py-3 text-page focus:translate-y-0 print:hidden"
      >
        Skip to content
      </a>
      <Suspense>
        <CookieBanner />
      </Suspense>
      <p role="status" className="sr-only">
        {moved && title}
      </p>
      <div className="flex min-h-dvh flex-col">
        <Navbar />
        <Suspense>
          <StatusStrip />
        </Suspense>
        <main id="main" ref={main} tabIndex={-1} className="min-h-dvh flex-1 outline-none print:min-h-0">
          <Outlet />
        </main>
        <Suspense>
          <Footer />
        </Suspense>
      </div>
      <TabBar />
      <Suspense>
        <Shortcuts />
        <Toaster />
      </Suspense>
    </AriaRouter>
  );
}
