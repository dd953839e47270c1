import { useCallback, useState } from 'react';
import { core, deskCore } from '@/core';
import { DateField, NativeSelect, TextField, useAddressText } from '@/ui';
import type { AuditChange, AuditSearch } from './search';

type Day = 'from' | 'to';

/** The filters of the record, which are in the address. `problems` are those of the address, by its parameters. */
export function AuditFilters({
  search,
  problems,
  onChange,
}: {
  search: AuditSearch;
  problems: Record<string, string>;
  onChange: (values: AuditChange) => void;
}) {
  return (
    <search aria-label="Filters of the record" className="mt-6 flex flex-wrap items-end gap-x-4 gap-y-3 print:hidden">
      <TextFilter name="actor" label="Who" placeholder="A username, or system" {...{ search, problems, onChange }} />
      <NativeSelect
        label="Action"
        all="Every action"
        options={deskCore().auditActions()}
        value={search.action}
        onChange={(action) => onChange({ action })}
        className="w-full sm:w-64"
      />
      <TextFilter
        name="object"
        label="What"
        placeholder="A race, ticket or username"
        {...{ search, problems, onChange }}
      />
      <DayFilter name="from" label="From" {...{ search, problems, onChange }} />
      <DayFilter name="to" label="To" {...{ search, problems, onChange }} />
    </search>
  );
}

interface Part<Name extends keyof AuditSearch> {
  name: Name;
  label: string;
  placeholder?: string;
  search: AuditSearch;
  problems: Record<string, string>;
  onChange: (values: AuditChange) => void;
}

function TextFilter({ name, label, placeholder = '', search, problems, onChange }: Part<'actor' | 'object'>) {
  const address = search[name] ?? '';
  const [text, setText] = useState(address);
  const write = useCallback((value: string) => onChange({ [name]: value || undefined }), [name, onChange]);
  useAddressText(address, text, setText, write);
  return (
    <TextField
      label={label}
      placeholder={placeholder}
      value={text}
      onChange={setText}
      maxLength={200}
      autoComplete="off"
      error={problems[name]}
      className="w-full sm:w-56"
    />
  );
}

/** A day as the address has it: `2026-11-25`; undefined when it can't be read. */
function isoOf(text: string): string | undefined {
  try {
    return core().dateIso(text);
  } catch {
    return undefined;
  }
}

function DayFilter({ name, label, search, problems, onChange }: Part<Day>) {
  const address = search[name] ?? '';
  const [text, setText] = useState(address);
  const write = useCallback(
    (value: string) => onChange({ [name]: (isoOf(value) ?? value) || undefined }),
    [name, onChange],
  );
  useAddressText(address, text, setText, write);
  return (
    <div className="w-[calc(50%-0.5rem)] sm:w-44">
      <DateField
        label={label}
        value={text}
        placeholder="2026-11-25"
        read={isoOf}
        write={(iso) => iso}
        onChange={setText}
        error={problems[name]}
      />
    </div>
  );
}
