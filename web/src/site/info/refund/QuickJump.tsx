import { RailDot } from '@/ui';

/** A section to which the menu links. */
export interface Jump {
  id: string;
  label: string;
}

/**
 * The menu of a page's sections, which stays in view: next to them on wide screens, below the navigation bar on others. The section in
 * view is marked.
 */
export function QuickJump({ jumps, current }: { jumps: readonly Jump[]; current: string | undefined }) {
  return (
    <nav
      aria-label="On this page"
      className="sticky top-[calc(4rem+var(--strip,0rem))] z-30 -mx-(--gutter) border-b border-rule bg-page px-(--gutter) desk:top-[calc(6rem+var(--strip,0rem))] desk:z-auto desk:mx-0 desk:self-start desk:border-0 desk:bg-transparent desk:px-0 print:hidden"
    >
      <ol className="flex desk:flex-col">
        {jumps.map((jump) => (
          <li key={jump.id} className="relative min-w-0 flex-1 desk:flex-none">
            <a
              href={`#${jump.id}`}
              aria-current={current === jump.id ? 'location' : undefined}
              className="label group flex min-h-12 items-center justify-center text-base text-ink-2 no-underline -outline-offset-2! hover:text-ink aria-[current]:text-ink desk:justify-start desk:pl-8"
            >
              <span
                aria-hidden="true"
                className="absolute inset-x-0 bottom-0 h-[5px] bg-line opacity-0 group-aria-[current]:opacity-100 desk:hidden"
              />
              <RailDot className="hidden desk:block" />
              {jump.label}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
