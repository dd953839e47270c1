/** The entries of the navigation: the core's, limited to the routes that this build has. */
import { useQuery } from '@tanstack/react-query';
import { useRouter, useRouterState } from '@tanstack/react-router';
import { useMemo } from 'react';
import { readToken, sessionQuery, useLiveRaces } from '@/api';
import { core, type Nav, type NavLink, type Role } from '@/core';
import { useStoredState } from './stored';

/** The navigation for the current page and the logged-in user. */
export function useNav(): Nav {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const role = useRole();
  const live = useLiveRaces().length > 0;
  const router = useRouter();
  return useMemo(() => {
    const nav = core().navEntries({ path, live, ...(role ? { role } : {}) });
    const routes = new Set(Object.keys(router.routesByPath).map((one) => one.toLowerCase()));
    const hasRoute = (link: NavLink) => routes.has(link.href.toLowerCase());
    return { ...nav, links: nav.links.filter(hasRoute), menu: nav.menu.filter(hasRoute) };
  }, [path, live, role, router]);
}

/**
 * The role of the logged-in user. Before the server has answered, and while it cannot be reached, the stored state decides (SPEC §3),
 * with the role of the readable cookie: a check that failed is not a logout.
 */
function useRole(): Role | undefined {
  const session = useQuery(sessionQuery).data;
  const wasLoggedIn = useStoredState((state) => state.isLoggedIn);
  if (session) return session.loggedIn ? session.profile.role : undefined;
  const token = wasLoggedIn ? readToken() : undefined;
  return token === undefined ? undefined : (core().tokenRead(token)?.role as Role | undefined);
}
