/**
 * The form with its progress line (the blue line of the design). The line is solid at a section that is ready and dotted at any
 * other. On wide screens it is next to the sections' names, on phones next to the sections themselves.
 */
import { ChevronDown, CircleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Button, Disclosure, DisclosurePanel, Heading } from 'react-aria-components';
import type { FormSectionInfo, FormSection as SectionId } from '@/core';
import { Switch, useMedia, WIDE_SCREEN } from '@/ui';
import { formSections } from './rules';
import { sectionState } from './sections';
import { useConfirmed, useCreate } from './useCreateForm';

/** Which sections are open, and how to open one. */
export interface OpenSections {
  open: ReadonlySet<SectionId>;
  set: (id: SectionId, open: boolean) => void;
  setAll: (open: boolean) => void;
}

/** The open sections; at the start all of them on a wide screen, the first two on a phone. */
export function useOpenSections(): OpenSections {
  const wide = useMedia(WIDE_SCREEN);
  const [open, setOpen] = useState<ReadonlySet<SectionId>>(
    () =>
      new Set(
        formSections()
          .slice(0, wide ? undefined : 2)
          .map((section) => section.id),
      ),
  );
  return {
    open,
    set: (id, on) =>
      setOpen((before) => {
        const after = new Set(before);
        if (on) after.add(id);
        else after.delete(id);
        return after;
      }),
    setAll: (on) => setOpen(new Set(on ? formSections().map((section) => section.id) : [])),
  };
}

/** The sections along the line, with `foot` under the last one. */
export function FormRail({
  sections,
  contents,
  foot,
}: {
  sections: OpenSections;
  contents: Record<SectionId, ReactNode>;
  foot: ReactNode;
}) {
  const wide = useMedia(WIDE_SCREEN);
  const all = formSections().every((section) => sections.open.has(section.id));
  return (
    <div className="desk:grid desk:grid-cols-[16rem_minmax(0,1fr)] desk:gap-12">
      {wide && (
        <nav aria-label="Sections of the form" className="print:hidden">
          <div className="sticky top-24">
            <ol className="relative">
              {formSections().map((section) => (
                <RailItem key={section.id} section={section} onPress={() => sections.set(section.id, true)} />
              ))}
              <li aria-hidden="true">
                <Finish />
              </li>
            </ol>
            <button
              type="button"
              className="link mt-6 ml-8 min-h-11 cursor-pointer text-sm"
              onClick={() => sections.setAll(!all)}
            >
              {all ? 'Close all sections' : 'Open all sections'}
            </button>
          </div>
        </nav>
      )}
      <div className="min-w-0">
        <div className="relative">
          {formSections().map((section) => (
            <FormSection
              key={section.id}
              section={section}
              open={sections.open.has(section.id)}
              onOpenChange={(on) => sections.set(section.id, on)}
            >
              {contents[section.id]}
            </FormSection>
          ))}
          <Finish className="desk:hidden" />
        </div>
        {foot}
      </div>
    </div>
  );
}

function RailItem({ section, onPress }: { section: FormSectionInfo; onPress: () => void }) {
  const { state, problems } = useCreate((form) => sectionState(form, section.id));
  return (
    <li className="relative">
      <Segment painted={state === 'ready'} />
      <a
        href={`#${section.id}`}
        onClick={onPress}
        className="flex min-h-11 items-center gap-2 py-1 pl-8 text-base leading-tight text-ink-2 no-underline hover:text-ink hover:underline"
      >
        {section.title}
        {problems > 0 && <ProblemMark count={problems} />}
        {state === 'ready' && <span className="sr-only">(ready)</span>}
      </a>
    </li>
  );
}

/** The end of the line: a chequered finish, as in the kit's `SectionRail`. */
function Finish({ className = '' }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={`absolute -bottom-3 -left-1 h-3 w-[17px] [background:repeating-conic-gradient(var(--color-ink)_0_25%,var(--color-card)_0_50%)_0_0/8px_8px] print:hidden ${className}`}
    />
  );
}

/** The part of the line that belongs to one section: dots, and when `painted` a solid line drawn over them from the top. */
function Segment({ painted, className = '' }: { painted: boolean; className?: string }) {
  return (
    <span aria-hidden="true" className={`absolute inset-y-0 left-0 w-[9px] print:hidden ${className}`}>
      <span className="absolute inset-y-0 left-[3px] w-[3px] bg-[radial-gradient(circle_closest-side,var(--color-control)_90%,transparent)] bg-[length:3px_9px]" />
      <span
        className={`absolute inset-y-0 left-0 w-full origin-top bg-line transition-transform duration-[320ms] ${painted ? 'scale-y-100' : 'scale-y-0'}`}
      />
      {/* The gap to the next section, like a split on a timing line. */}
      <span className="absolute -bottom-[2px] -left-1 h-[3px] w-[17px] -rotate-12 bg-page" />
    </span>
  );
}

function ProblemMark({ count }: { count: number }) {
  return (
    <span className="tabular flex shrink-0 items-center gap-1 text-sm font-semibold text-live">
      <CircleAlert size={16} aria-hidden="true" />
      {count}
      <span className="sr-only">{count === 1 ? 'problem' : 'problems'}</span>
    </span>
  );
}

function FormSection({
  section,
  open,
  onOpenChange,
  children,
}: {
  section: FormSectionInfo;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
}) {
  const { state, problems, usual } = useCreate((form) => sectionState(form, section.id));
  // A link to a section opens it, also when the hash is typed into the address bar.
  useEffect(() => {
    const reveal = () => {
      if (location.hash === `#${section.id}`) onOpenChange(true);
    };
    addEventListener('hashchange', reveal);
    return () => removeEventListener('hashchange', reveal);
  }, [section.id, onOpenChange]);
  return (
    <div className="relative pl-7 desk:pl-0">
      <Segment painted={state === 'ready'} className="desk:hidden" />
      <Disclosure
        id={section.id}
        isExpanded={open}
        onExpandedChange={onOpenChange}
        className="border-b border-rule desk:mb-4 desk:rounded-bib desk:border desk:bg-card"
      >
        <Heading level={2}>
          <Button
            slot="trigger"
            className="group flex min-h-16 w-full cursor-pointer items-center gap-3 rounded-bib text-left desk:px-6"
          >
            <span className="display flex-1 text-lg">{section.title}</span>
            {problems > 0 ? (
              <ProblemMark count={problems} />
            ) : (
              (state === 'ready' || usual) && (
                <span className={`text-sm font-medium ${state === 'ready' ? 'text-success' : 'text-ink-2'}`}>
                  {state === 'ready' ? 'Ready' : 'Usual words'}
                </span>
              )
            )}
            <ChevronDown
              size={22}
              aria-hidden="true"
              className={`shrink-0 text-ink-3 transition-transform duration-[200ms] ${open ? 'rotate-180' : ''}`}
            />
          </Button>
        </Heading>
        <DisclosurePanel className="desk:px-6">
          <div className="flex flex-col gap-6 pt-2 pb-8">
            {children}
            {usual && <UsualWords id={section.id} />}
          </div>
        </DisclosurePanel>
      </Disclosure>
    </div>
  );
}

/** A switch for a section that holds only default text: the section counts as ready once the user confirms that text. */
function UsualWords({ id }: { id: SectionId }) {
  const [confirmed, confirm] = useConfirmed(id);
  return (
    <Switch isSelected={confirmed} onChange={confirm}>
      The usual words are right for this race
    </Switch>
  );
}
