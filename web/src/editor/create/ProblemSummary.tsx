import { type Ref, useImperativeHandle, useRef } from 'react';
import type { FormSection } from '@/core';
import { Notice } from '@/ui';
import { visibleProblems } from '../kit/form';
import { formSections } from './rules';
import { sectionOf } from './sections';
import { useCreate } from './useCreateForm';

/** Moves the focus to the list. */
export interface SummaryHandle {
  focus: () => void;
}

/** The list of problems after a failed attempt to send; each is a link to its field. */
export function ProblemSummary({
  ref,
  openSection,
}: {
  ref: Ref<SummaryHandle> /** Opens the section before a field in it gets the focus. */;
  openSection: (section: FormSection) => void;
}) {
  const problems = useCreate(visibleProblems);
  const box = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => ({
    focus: () => {
      box.current?.focus({ preventScroll: true });
      box.current?.scrollIntoView({ block: 'start' });
    },
  }));
  return (
    <div ref={box} tabIndex={-1} className="scroll-mt-24 outline-none">
      {problems.length > 0 && (
        <div className="pb-6">
          <Notice
            tone="error"
            title={problems.length === 1 ? 'One field needs attention' : `${problems.length} fields need attention`}
          >
            <ul className="mt-1 flex flex-col">
              {problems.map((problem) => (
                <li key={`${problem.field} ${problem.code}`}>
                  <a
                    href={`#${sectionOf(problem.field) ?? formSections()[0]?.id}`}
                    className="link inline-flex min-h-11 items-center py-1 desk:min-h-8"
                    onClick={(event) => {
                      event.preventDefault();
                      const section = sectionOf(problem.field);
                      if (section) openSection(section);
                      // The section is rendered open after this event.
                      setTimeout(() => focusField(problem.field));
                    }}
                  >
                    {sectionTitle(problem.field)}: {problem.message}
                  </a>
                </li>
              ))}
            </ul>
          </Notice>
        </div>
      )}
    </div>
  );
}

/** The title of the section that a field belongs to. */
function sectionTitle(field: string): string {
  const id = sectionOf(field);
  return formSections().find((section) => section.id === id)?.title ?? field;
}

/** Moves the focus to a field, or to the group it belongs to. */
function focusField(field: string): void {
  const parts = field.split('.');
  for (let length = parts.length; length > 0; length -= 1) {
    const place = document.querySelector(`[data-field="${CSS.escape(parts.slice(0, length).join('.'))}"]`);
    if (!place) continue;
    place.scrollIntoView({ block: 'center' });
    place.querySelector<HTMLElement>('input, textarea, button')?.focus({ preventScroll: true });
    return;
  }
}
