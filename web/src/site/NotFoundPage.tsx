import { Link, useRouterState } from '@tanstack/react-router';
import { core } from '@/core';
import { Bib } from '@/racekit';
import { buttonStyle, NO_PAGE_NAME, usePageName } from '@/ui';

/** The page for any unknown path. */
export function NotFoundPage() {
  const path = useRouterState({ select: (state) => state.location.pathname });
  // An address in the table of routes that the router cannot decode (`/race/%E0%A4%A`) has no title of its own.
  usePageName(core().routeStatus(path) === 200 ? NO_PAGE_NAME : undefined);
  return (
    <div className="column grid items-center gap-12 py-12 md:grid-cols-2 md:py-18">
      <Bib
        name="Off course"
        numerals="0404"
        distances={['No page here']}
        tone="ink"
        className="mx-auto w-full max-w-md"
      />
      <div>
        <h1 className="display text-3xl">Page not found</h1>
        <p className="mt-4 max-w-prose text-ink-2">
          Nothing is at this address. It may have been mistyped, or the race that was here has a new page.
        </p>
        <div className="mt-8 flex flex-wrap gap-3">
          <Link to="/" className={buttonStyle({ tone: 'ink' })}>
            Go to the start page
          </Link>
        </div>
      </div>
    </div>
  );
}
