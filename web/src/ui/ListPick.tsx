import { DropZone, type FileDropItem } from 'react-aria-components';
import { Button } from './Button';
import { TextAreaField } from './Field';
import { FilePick } from './FilePick';

/** Pasted text of more characters is taken as a file: a field with a whole list in it would block the page. */
const LONG_PASTE = 20_000;

/** Where a list is chosen, dropped, pasted or typed. */
export function ListPick({
  dropLabel,
  chosen,
  label,
  hint,
  placeholder,
  typed,
  onTyped,
  onFile,
  onText,
  pending,
  action,
}: {
  dropLabel: string;
  /** The name of the chosen file, or else what can be chosen. */
  chosen: string;
  /** The label of the field for pasted text. */
  label: string;
  hint: string;
  placeholder: string;
  /** What is typed or pasted into the field. */
  typed: string;
  onTyped: (text: string) => void;
  onFile: (file: File) => void;
  /** Called with a whole list as text. */
  onText: (text: string) => void;
  pending: boolean;
  /** What the button does with the typed text. */
  action: string;
}) {
  return (
    <DropZone
      aria-label={dropLabel}
      className="flex flex-col gap-4 rounded-bib border border-dashed border-control p-4 data-[drop-target]:border-line data-[drop-target]:bg-sunk"
      onDrop={async ({ items }) => {
        const file = items.find((item): item is FileDropItem => item.kind === 'file');
        if (file) onFile(await file.getFile());
      }}
    >
      <div className="flex flex-wrap items-center gap-3">
        <FilePick accept=".csv,.tsv,.txt,.xlsx,.json,text/csv,application/json" onFile={onFile}>
          Choose a file
        </FilePick>
        <p className="text-sm text-ink-2">{chosen}</p>
      </div>
      <TextAreaField
        label={label}
        hint={hint}
        value={typed}
        onChange={onTyped}
        onPaste={(event) => {
          const text = event.clipboardData.getData('text/plain');
          if (text.length <= LONG_PASTE) return;
          event.preventDefault();
          onTyped('');
          onText(text);
        }}
        rows={4}
        placeholder={placeholder}
        className="[&_textarea]:max-h-60 [&_textarea]:font-mono [&_textarea]:text-sm"
      />
      <Button
        tone="ink"
        className="self-start"
        isDisabled={typed.trim() === ''}
        pending={pending}
        onPress={() => onText(typed)}
      >
        {action}
      </Button>
    </DropZone>
  );
}

/** The name of a pasted list, by whose ending its kind is known. */
export const pastedName = (text: string) => (/^\s*[[{]/.test(text) ? 'pasted.json' : 'pasted.csv');

const KINDS: Record<string, string> = {
  json: 'application/json',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** The content type of a list with this name. */
export const listKind = (name: string) => KINDS[name.split('.').at(-1)?.toLowerCase() ?? ''] ?? 'text/csv';
