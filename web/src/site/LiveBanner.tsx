import { Link, useRouter } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import type { LiveRace } from '@/core';
import { LiveDot } from './Navbar';

/** Links to the races that are live; renders nothing without one. */
export function LiveBanner({ races }: { races: readonly LiveRace[] }) {
  const router = useRouter();
  const page = Object.keys(router.routesByPath).find((path) => path.toLowerCase() === '/liverace');
  if (races.length === 0 || !page) return null;
  return (
    <section aria-label="Live now" className="border-b border-rule bg-card">
      <ul className="column divide-y divide-rule">
        {races.map((live) => (
          <li key={live.race}>
            <Link
              to={page as never}
              search={{ race: live.race } as never}
              className="flex min-h-14 items-center gap-3 py-2 text-ink no-underline hover:underline"
            >
              <span className="label inline-flex items-center text-sm text-live">
                <LiveDot />
                Live
              </span>
              <span className="label min-w-0 truncate">{live.race}</span>
              <span className="ml-auto inline-flex shrink-0 items-center gap-1 text-sm text-line">
                <span className="max-sm:sr-only">Follow runners</span> <ArrowRight size={16} aria-hidden="true" />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
