import { Link, useRouterState } from '@tanstack/react-router';
import { CalendarDays, House, type LucideIcon, Medal, Radio, User } from 'lucide-react';
import { useNav } from './nav';

const icons: Record<string, LucideIcon> = {
  '/home': House,
  '/races': CalendarDays,
  '/LiveRace': Radio,
  '/results': Medal,
  '/login': User,
  '/profile': User,
};

/** The navigation on phones, at the bottom of the screen. */
export function TabBar() {
  const nav = useNav();
  const isOwn = useRouterState({ select: ({ location }) => /^\/(profile|edit)\b/i.test(location.pathname) });
  const account = nav.menu.filter((link) => link.href === '/profile');
  const hasOwn = isOwn && account.length > 0;
  const links = [
    ...nav.links.map((link) => ({ ...link, active: link.active && !hasOwn })),
    ...account.map((link) => ({ ...link, label: 'Account', active: hasOwn })),
  ];
  return (
    <>
      {/* Space at the end of the page, so that the bar does not cover the footer. */}
      <div className="h-[calc(4rem+env(safe-area-inset-bottom))] desk:hidden short:hidden print:hidden" />
      <nav
        aria-label="Main"
        className="@container fixed short:static inset-x-0 bottom-0 z-40 border-t border-rule bg-card pb-[env(safe-area-inset-bottom)] desk:hidden print:hidden"
      >
        {/* Enlarged text needs the room of the icons, and a second row. */}
        <ul className="flex h-16 tight:h-auto tight:flex-wrap">
          {links.map((link) => {
            const Icon = icons[link.href] ?? User;
            return (
              <li key={link.href} className="min-w-0 flex-1 tight:grow-0 tight:basis-1/3">
                <Link
                  to={link.href as never}
                  aria-current={link.active ? 'page' : undefined}
                  className={`label relative flex h-full min-h-[44px] flex-col items-center justify-center gap-1 text-xs no-underline before:absolute before:inset-x-4 before:top-0 before:h-[3px] -outline-offset-2! aria-[current]:text-ink aria-[current]:before:bg-line ${link.href === '/LiveRace' ? 'text-live' : 'text-ink-3'}`}
                >
                  <Icon size={22} className="tight:hidden" aria-hidden="true" />
                  <span className="max-w-full truncate">{link.label}</span>
                </Link>
              </li>
            );
          })}
        </ul>
      </nav>
    </>
  );
}
