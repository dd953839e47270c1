import { ChevronDown } from 'lucide-react';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { Button, Disclosure, DisclosurePanel, Heading } from 'react-aria-components';
import { useMedia, useViewWindow, WIDE_SCREEN } from './useMedia';

/** A section hung on the rail. */
export interface RailSection {
  /** Its anchor in the address. */
  id: string;
  title: string;
  content: ReactNode;
  /** Said beside the title, such as that something in it is not saved. */
  mark?: ReactNode;
  /** Open on small screens from the start. */
  open?: boolean;
  /** Not on the printed sheet. */
  onScreenOnly?: boolean;
}

/**
 * A page's sections along the blue line. On wide screens the line runs down the left with the sections' names at its ticks
 * and the one in view marked; under 1024 px each section is an accordion hung on the line. Everything is open in print.
 */
export function SectionRail({
  label,
  sections,
  lead,
}: {
  label: string;
  sections: readonly RailSection[];
  lead?: ReactNode;
}) {
  const wide = useMedia(WIDE_SCREEN);
  const current = useCurrentSection(
    sections.map((section) => section.id),
    wide,
  );
  return (
    <div className="relative print:block desk:grid desk:grid-cols-[15rem_minmax(0,1fr)] desk:gap-12">
      <span className="absolute top-0 bottom-0 left-0 w-[9px] bg-line print:hidden" aria-hidden="true" />
      <span
        className="absolute -bottom-3 -left-1 h-3 w-[17px] [background:repeating-conic-gradient(var(--color-ink)_0_25%,var(--color-card)_0_50%)_0_0/8px_8px] print:hidden"
        aria-hidden="true"
      />
      {wide && (
        <nav aria-label={label} className="print:hidden">
          <ol className="sticky top-24 flex flex-col py-8 [@media(max-height:46rem)]:py-4">
            {sections.map((section) => (
              <li key={section.id} className="relative">
                <Tick />
                <a
                  href={`#${section.id}`}
                  aria-current={current === section.id ? 'location' : undefined}
                  className="group flex min-h-11 items-center pl-8 [@media(max-height:46rem)]:min-h-8 text-base text-ink-2 no-underline hover:text-ink aria-[current]:font-[650] aria-[current]:text-ink"
                >
                  <RailDot />
                  {section.title}
                  {section.mark}
                </a>
              </li>
            ))}
          </ol>
        </nav>
      )}
      <div className="min-w-0 pl-8 desk:py-8 desk:pl-0 print:p-0">
        {lead}
        {sections.map((section) => (
          <Part key={section.id} section={section} wide={wide} />
        ))}
      </div>
    </div>
  );
}

/** The mark on the line beside the section in view; its link is a `group` with `aria-current`. */
export function RailDot({ className = '' }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={`absolute -left-[5px] size-[19px] scale-0 rounded-full border-[5px] border-line bg-road transition-transform duration-[200ms] group-aria-[current]:scale-100 ${className}`}
    />
  );
}

/** The gap where the line is crossed, as on the road and in the mark. */
function Tick() {
  return (
    <span
      aria-hidden="true"
      className="absolute top-1/2 -left-1 h-[3px] w-[17px] -translate-y-1/2 -rotate-12 bg-page print:hidden"
    />
  );
}

function Part({ section, wide }: { section: RailSection; wide: boolean }) {
  const [open, setOpen] = useState(section.open ?? false);
  const headingId = useId();
  // A link into the page opens the section that it names.
  useEffect(() => {
    const reveal = () => location.hash === `#${section.id}` && setOpen(true);
    reveal();
    addEventListener('hashchange', reveal);
    return () => removeEventListener('hashchange', reveal);
  }, [section.id]);

  if (wide) {
    return (
      <section
        id={section.id}
        aria-labelledby={headingId}
        // What somebody works in stays open when the screen is turned and becomes narrow.
        onFocus={() => setOpen(true)}
        className={`border-b border-rule py-12 first:pt-0 last:border-0 print:py-4 ${section.onScreenOnly ? 'print:hidden' : ''}`}
      >
        <h2 id={headingId} className="display mb-6 text-2xl print:mb-2 print:text-lg">
          {section.title}
        </h2>
        {section.content}
      </section>
    );
  }
  return (
    <div
      id={section.id}
      className={`relative border-b border-rule last:border-0 ${section.onScreenOnly ? 'print:hidden' : ''}`}
    >
      <Disclosure isExpanded={open} onExpandedChange={setOpen}>
        <Heading level={2} className="relative">
          <span
            className="absolute top-1/2 -left-9 h-[3px] w-[17px] -translate-y-1/2 -rotate-12 bg-page print:hidden"
            aria-hidden="true"
          />
          <Button
            slot="trigger"
            className="display flex min-h-16 w-full cursor-pointer items-center justify-between gap-4 py-3 text-left text-lg print:min-h-0 print:py-2"
          >
            <span>
              {section.title}
              {section.mark}
            </span>
            <ChevronDown
              size={22}
              aria-hidden="true"
              className={`shrink-0 text-ink-3 transition-transform duration-[200ms] print:hidden ${open ? 'rotate-180' : ''}`}
            />
          </Button>
        </Heading>
        <DisclosurePanel className="print:[content-visibility:visible]! print:block!" role="region">
          <div className="pb-8 print:pb-4">{section.content}</div>
        </DisclosurePanel>
      </Disclosure>
    </div>
  );
}

/** Of the sections with these anchors the one whose heading was last scrolled past; watched while `active`. */
export function useCurrentSection(anchors: readonly string[], active: boolean): string | undefined {
  const [current, setCurrent] = useState(anchors[0]);
  const view = useViewWindow();
  const ids = anchors.join(' ');
  useEffect(() => {
    if (!active) return;
    let due = 0;
    const { document: page } = view;
    const look = () => {
      due = 0;
      let seen: string | undefined;
      for (const id of ids.split(' ')) {
        const top = page.getElementById(id)?.getBoundingClientRect().top;
        if (top !== undefined && top < view.innerHeight * 0.4) seen = id;
      }
      // At the very end the last section is the one in view, however short it is.
      const end = view.scrollY + view.innerHeight >= page.documentElement.scrollHeight - 4;
      setCurrent(end ? ids.split(' ').at(-1) : (seen ?? ids.split(' ')[0]));
    };
    const scrolled = () => {
      due ||= requestAnimationFrame(look);
    };
    look();
    view.addEventListener('scroll', scrolled, { passive: true });
    view.addEventListener('resize', scrolled);
    return () => {
      cancelAnimationFrame(due);
      view.removeEventListener('scroll', scrolled);
      view.removeEventListener('resize', scrolled);
    };
  }, [ids, active, view]);
  return current;
}
