/** How the editor shows a part's values outside the edit mode. */
import type { ReactNode } from 'react';
import { Prose } from '@/ui';

/** A label with its value below. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-ink-3">{label}</dt>
      <dd className="[overflow-wrap:anywhere]">{children || <Blank />}</dd>
    </div>
  );
}

/** Several facts, two next to each other where there is room. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2">{children}</dl>;
}

/** A text as the page shows it. */
export function Words({ text }: { text: string }) {
  return text.trim() === '' ? <Blank /> : <Prose text={text} />;
}

/** A text under a heading of its own. */
export function TitledWords({ title, text }: { title: string; text: string }) {
  return (
    <div>
      <h3 className="label mb-1">{title}</h3>
      <Words text={text} />
    </div>
  );
}

/** A list of texts. */
export function Entries({ items }: { items: readonly string[] }) {
  if (items.length === 0) return <Blank />;
  return (
    <ul className="flex max-w-prose list-disc flex-col gap-1 pl-6 marker:text-line">
      {items.map((item, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change; two entries may be equal.
        <li key={at}>{item}</li>
      ))}
    </ul>
  );
}

function Blank() {
  return <span className="text-ink-3">Nothing written yet</span>;
}
