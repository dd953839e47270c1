import { ChevronDown } from 'lucide-react';
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { Button, Disclosure, DisclosurePanel, Heading } from 'react-aria-components';
import { createPortal } from 'react-dom';
import { useMedia, useViewWindow, WIDE_SCREEN } from './useMedia';

/** A section of a {@link SectionRail}. */
export interface RailSection {
  /** The fragment of its address. */
  id: string;
  title: string;
  content: ReactNode;
  /** Shown next to the title, such as that the section has unsaved changes. */
  mark?: ReactNode;
  /** Whether it is open on narrow screens from the start. */
  open?: boolean;
  /** Whether it is left out in print. */
  onScreenOnly?: boolean;
}

/**
 * A page's sections along the blue line. On wide screens the line is at the left, with links to the sections and a mark at the one in
 * view; under 1024 px each section is an accordion next to the line. In print every section is open.
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

/** The dot on the line at the section in view; the link around it has the class `group` and `aria-current`. */
export function RailDot({ className = '' }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={`absolute -left-[5px] size-[19px] scale-0 rounded-full border-[5px] border-line bg-road transition-transform duration-[200ms] group-aria-[current]:scale-100 ${className}`}
    />
  );
}

/** The gap in the line at a section, like the gaps of the line in the site's logo. */
function Tick() {
  return (
    <span
      aria-hidden="true"
      className="absolute top-1/2 -left-1 h-[3px] w-[17px] -translate-y-1/2 -rotate-12 bg-page print:hidden"
    />
  );
}

/** A section. Its content moves when a turned screen changes the layout: what was typed into it and what was opened stays. */
function Part({ section, wide }: { section: RailSection; wide: boolean }) {
  const [open, setOpen] = useState(section.open ?? false);
  const view = useViewWindow();
  const [content] = useState(() => view.document.createElement('div'));
  const headingId = useId();
  // A link to a section's fragment opens the section.
  useEffect(() => {
    const reveal = () => location.hash === `#${section.id}` && setOpen(true);
    reveal();
    addEventListener('hashchange', reveal);
    return () => removeEventListener('hashchange', reveal);
  }, [section.id]);
  // A section that has had the focus stays open when the screen is rotated and becomes narrow.
  useEffect(() => {
    const focused = () => setOpen(true);
    content.addEventListener('focusin', focused);
    return () => content.removeEventListener('focusin', focused);
  }, [content]);

  return (
    <>
      {wide ? (
        <section
          id={section.id}
          aria-labelledby={headingId}
          className={`border-b border-rule py-12 first:pt-0 last:border-0 print:py-4 ${section.onScreenOnly ? 'print:hidden' : ''}`}
        >
          <h2 id={headingId} className="display mb-6 text-2xl print:mb-2 print:text-lg">
            {section.title}
          </h2>
          <Held content={content} />
        </section>
      ) : (
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
              <Held content={content} className="pb-8 print:pb-4" />
            </DisclosurePanel>
          </Disclosure>
        </div>
      )}
      {createPortal(section.content, content)}
    </>
  );
}

/** The place of a section's content. */
function Held({ content, className }: { content: HTMLElement; className?: string }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => place.current?.append(content), [content]);
  return <div ref={place} className={className} />;
}

/** Returns the anchor of the section in view, the last one whose top is above 40 % of the window's height; updated while `active`. */
export function useCurrentSection(anchors: readonly string[], active: boolean): string | undefined {
  const [current, setCurrent] = useState(anchors[0]);
  const view = useViewWindow();
  const ids = anchors.join(' ');
  useEffect(() => {
    if (!active) return;
    let pendingFrame = 0;
    const { document: page } = view;
    const update = () => {
      pendingFrame = 0;
      let passed: string | undefined;
      for (const id of ids.split(' ')) {
        const top = page.getElementById(id)?.getBoundingClientRect().top;
        if (top !== undefined && top < view.innerHeight * 0.4) passed = id;
      }
      // At the end of the page the last section is the one in view, even if it is too short to reach that height.
      const end = view.scrollY + view.innerHeight >= page.documentElement.scrollHeight - 4;
      setCurrent(end ? ids.split(' ').at(-1) : (passed ?? ids.split(' ')[0]));
    };
    const scrolled = () => {
      pendingFrame ||= requestAnimationFrame(update);
    };
    update();
    view.addEventListener('scroll', scrolled, { passive: true });
    view.addEventListener('resize', scrolled);
    return () => {
      cancelAnimationFrame(pendingFrame);
      view.removeEventListener('scroll', scrolled);
      view.removeEventListener('resize', scrolled);
    };
  }, [ids, active, view]);
  return current;
}
