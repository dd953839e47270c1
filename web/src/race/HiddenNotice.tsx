import { Link } from '@tanstack/react-router';
import type { Race } from '@/core';
import { Notice } from '@/ui';

/** The notice above a hidden race page, which only administrators can see: that it is hidden, with a link to publish it. */
export function HiddenNotice({ race }: { race: Race }) {
  if (race.isHidden !== 'True') return null;
  return (
    <div className="column pt-4 print:hidden">
      <Notice tone="info" title="Hidden">
        <p>
          Only administrators see this page. You can{' '}
          <Link to="/EditRaces" search={{ race: race.Race }} className="link inline-flex min-h-11 items-center">
            publish it in Edit Pages
          </Link>
          .
        </p>
      </Notice>
    </div>
  );
}
