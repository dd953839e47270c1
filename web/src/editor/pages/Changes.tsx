import type { EditChange } from '@/core';
import { words } from './rules';

/** Compares two states of a part field by field, side by side; one under the other on a phone. */
export function Changes({ changes, labels }: { changes: readonly EditChange[]; labels: [old: string, now: string] }) {
  return (
    <ul className="flex flex-col gap-6">
      {changes.map((change, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change; a field may have several changes.
        <li key={at}>
          <p className="label mb-2">{change.label}</p>
          <dl className="grid gap-3 sm:grid-cols-2">
            <Side label={labels[0]} text={change.old} urls={change.oldUrl} />
            <Side label={labels[1]} text={change.new} urls={change.newUrl} now />
          </dl>
        </li>
      ))}
    </ul>
  );
}

function Side({
  label,
  text,
  urls = [],
  now = false,
}: {
  label: string;
  text: string;
  urls?: readonly string[] | undefined;
  now?: boolean;
}) {
  return (
    <div
      className={`min-w-0 rounded-control border-l-4 bg-sunk p-3 text-sm ${now ? 'border-l-line' : 'border-l-control'}`}
    >
      <dt className="mb-1 text-xs text-ink-2">{label}</dt>
      <dd>
        <SideText text={text} urls={urls} />
      </dd>
    </div>
  );
}

/** The content of one version: its text and its pictures. */
export function SideText({ text, urls }: { text: string; urls: readonly string[] }) {
  return (
    <>
      {text.trim() === '' && urls.length === 0 ? (
        <span className="text-ink-3">{words().blank}</span>
      ) : (
        <span className="whitespace-pre-wrap [overflow-wrap:anywhere]">{text}</span>
      )}
      {urls.length > 0 && (
        <span className="mt-2 flex flex-wrap gap-2">
          {urls.map((url, at) => (
            <img
              // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change; two pictures may be equal.
              key={at}
              src={url}
              alt=""
              className="size-20 rounded-chip border border-rule bg-card object-contain"
            />
          ))}
        </span>
      )}
    </>
  );
}
