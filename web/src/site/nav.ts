/** The entries of the navigation: the core's, limited to the routes that this build has. */
import { useRouter, useRouterState } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useLiveRaces, useSession } from '@/api';
import { core, type Nav, type NavLink, type Role } from '@/core';

/** The navigation for the current page and the logged-in user. */
export function useNav(): Nav {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const session = useSession();
  const live = useLiveRaces().length > 0;
  const router = useRouter();
  const role = session.loggedIn ? (session.profile.role as Role) : undefined;
  return useMemo(() => {
    const nav = core().navEntries({ path, live, ...(role ? { role } : {}) });
    const routes = new Set(Object.keys(router.routesByPath).map((one) => one.toLowerCase()));
    const hasRoute = (link: NavLink) => routes.has(link.href.toLowerCase());
    return { ...nav, links: nav.links.filter(hasRoute), menu: nav.menu.filter(hasRoute) };
  }, [path, live, role, router]);
}
