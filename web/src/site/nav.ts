/** What the navigation offers: the core's entries, cut down to the routes that this build has. */
import { useQuery } from '@tanstack/react-query';
import { useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { raceDatesQuery, useSession } from '@/api';
import { core, type LiveRace, type Nav, type NavLink, type RaceDateEntry, type Role } from '@/core';

/** How often the clock is looked at, in milliseconds (SPEC §4); the race dates are polled at the same pace. */
const RECHECK_MS = 60_000;

/** The races whose live window is open now: asked anew every 60 s, and whenever the dates arrive. */
export function useLiveRaces(): LiveRace[] {
  const { data: dates } = useQuery(raceDatesQuery);
  const now = useClock(RECHECK_MS);
  return useMemo(() => (dates ? core().liveRaces(dates as RaceDateEntry[], now) : []), [dates, now]);
}

/** Now, in epoch milliseconds, moving on at every `everyMs`. */
export function useClock(everyMs: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}

/** The bar for the page shown and who is logged in. */
export function useNav(): Nav {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const session = useSession();
  const live = useLiveRaces().length > 0;
  const router = useRouter();
  const role = session.loggedIn ? (session.profile.role as Role) : undefined;
  return useMemo(() => {
    const nav = core().navEntries({ path, live, ...(role ? { role } : {}) });
    const known = new Set(Object.keys(router.routesByPath).map((one) => one.toLowerCase()));
    const built = (link: NavLink) => known.has(link.href.toLowerCase());
    return { ...nav, links: nav.links.filter(built), menu: nav.menu.filter(built) };
  }, [path, live, role, router]);
}
