import { Link } from '@tanstack/react-router';
import { core } from '@/core';
import { Bib } from '@/racekit';
import { buttonStyle } from '@/ui';

/** The page to which a guard redirects a user whose role has no access to a page. */
export function UnauthorizedPage() {
  return (
    <div className="column grid items-center gap-12 py-12 md:grid-cols-2 md:py-18">
      <Bib
        name="Not your corral"
        numerals="0401"
        distances={['Start line closed']}
        tone="dtri"
        className="mx-auto w-full max-w-md"
      />
      <div>
        <h1 className="display text-2xl sm:text-3xl">Unauthorized Access</h1>
        <p className="mt-4 max-w-prose text-ink-2">
          This page is not open to your account. {core().unauthorizedText()}
        </p>
        <div className="mt-8 flex flex-wrap gap-3">
          <Link to="/login" className={buttonStyle({ tone: 'ink' })}>
            Go to Login
          </Link>
        </div>
      </div>
    </div>
  );
}
