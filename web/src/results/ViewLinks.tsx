import { Link } from '@tanstack/react-router';

/** The views of a page, each a link that changes the parameters in the address. */
export function ViewLinks({
  label,
  to,
  views,
}: {
  /** The name of the choice, for screen readers. */
  label: string;
  to: '/results' | '/raceleague';
  views: readonly { label: string; search: Record<string, string>; isShown: boolean }[];
}) {
  return (
    <nav aria-label={label} className="flex flex-wrap gap-x-6 print:hidden">
      {views.map((view) => (
        <Link
          key={view.label}
          to={to}
          search={view.search as never}
          resetScroll={false}
          // The router calls a link the current one when the address has its parameters and others.
          activeOptions={{ exact: true }}
          aria-current={view.isShown ? 'page' : undefined}
          className="label inline-flex min-h-11 items-center text-ink-2 aria-[current]:text-ink aria-[current]:underline aria-[current]:decoration-line aria-[current]:decoration-[3px] aria-[current]:underline-offset-8"
        >
          {view.label}
        </Link>
      ))}
    </nav>
  );
}
