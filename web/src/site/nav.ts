/** What the navigation offers: the core's entries, cut down to the routes that this build has. */
import { useRouter, useRouterState } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useLiveRaces, useSession } from '@/api';
import { core, type Nav, type NavLink, type Role } from '@/core';

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
