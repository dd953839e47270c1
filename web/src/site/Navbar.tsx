import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { sessionQuery } from '@/api';
import { siteName } from '@/ui';
import { useNav } from './nav';
import { RaceSearch } from './RaceSearch';
import { SiteLogo } from './SiteLogo';

// Most visitors have no account, so the menu and its overlays are only loaded for a logged-in user.
const UserMenu = lazy(() => import('./UserMenu').then(({ UserMenu }) => ({ default: UserMenu })));

/** The bar at the top of every page. On phones its links move to the tab bar at the bottom. */
export function Navbar() {
  const nav = useNav();
  const session = useQuery(sessionQuery).data;
  // Before the server has answered, and while it can't be reached, the menu is there without what only the profile says.
  const isUnknown = !session && nav.logout;
  return (
    <header className="@container sticky short:static top-0 z-40 short:z-auto border-b border-rule bg-page print:static print:border-0">
      <div className="column flex h-16 items-center gap-6">
        <Link to="/home" className="flex min-h-11 items-center gap-2 text-ink no-underline">
          <SiteLogo />
          {/* Enlarged text needs its room; the logo stays. */}
          <span className="display text-lg tight:sr-only">{siteName}</span>
        </Link>
        <RaceSearch className="ml-auto hidden w-52 desk:block print:hidden!" />
        <nav aria-label="Main" className="hidden desk:block print:hidden!">
          <ul className="flex items-center gap-1">
            {nav.links
              .filter((link) => link.href !== '/home')
              .map((link) => (
                <li key={link.href}>
                  <Link
                    to={link.href as never}
                    aria-current={link.active ? 'page' : undefined}
                    className="label relative flex min-h-11 items-center px-3 text-sm text-ink-2 no-underline after:absolute after:inset-x-3 after:bottom-1 after:h-[3px] hover:text-ink aria-[current]:text-ink aria-[current]:after:bg-line"
                  >
                    {link.href === '/LiveRace' && <LiveDot />}
                    {link.label}
                  </Link>
                </li>
              ))}
          </ul>
        </nav>
        {(session?.loggedIn || isUnknown) && (
          <div className="ml-auto desk:ml-0 print:hidden">
            <Suspense fallback={<span className="block size-11" />}>
              <UserMenu
                profile={session?.loggedIn ? session.profile : undefined}
                links={nav.menu}
                logout={nav.logout}
                privacy={nav.privacy}
              />
            </Suspense>
          </div>
        )}
      </div>
    </header>
  );
}

/** The red dot of a live race; always next to a text. */
export function LiveDot() {
  return <span className="mr-2 inline-block size-2.5 animate-breathe rounded-full bg-live" aria-hidden="true" />;
}
