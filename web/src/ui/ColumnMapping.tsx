import { useState } from 'react';
import { Button } from './Button';
import { SelectField } from './Field';
import { Notice } from './Notice';

/** A column of a list as it was read. */
export interface MappedColumn {
  /** Its name in the list, or its number. */
  name: string;
  /** What it is; empty while a person has to say it. */
  meaning: string;
  /** Some of its values. */
  samples: readonly string[];
}

/** How dates of birth in numbers begin; undefined while the list itself tells. */
export type DateOrder = 'monthFirst' | 'dayFirst' | undefined;

/** The meaning of a column that is left out. */
const LEFT_OUT = '-';
const AS_FOUND = 'asFound';

/** What the columns of a list are: as they were read, to be changed by a person. The server remembers it for the next list like it. */
export function ColumnMapping({
  columns,
  choices,
  dates: saidDates,
  checking,
  mustAnswer,
  onCheck,
  onChanged,
}: {
  columns: readonly MappedColumn[];
  /** What a column can be. */
  choices: readonly { value: string; label: string }[];
  /** What a person said about the dates of birth. */
  dates: DateOrder;
  checking: boolean;
  /** Whether the list can't be applied before a person has said what its columns are. */
  mustAnswer: boolean;
  onCheck: (columns: readonly string[], dates: DateOrder) => void;
  /** Called with whether something was changed that is not checked yet: what is shown of the list does not follow from it. */
  onChanged?: (isChanged: boolean) => void;
}) {
  const [meanings, setMeanings] = useState(() => columns.map((column) => column.meaning));
  const [dates, setDates] = useState(saidDates);
  const options = choices.map((choice) => ({ id: choice.value, label: choice.label }));
  const tell = (next: readonly string[], order: DateOrder) =>
    onChanged?.(order !== saidDates || next.some((meaning, at) => meaning !== columns[at]?.meaning));
  const open = meanings.filter((meaning) => meaning === '').length;
  const isChanged = dates !== saidDates || meanings.some((meaning, at) => meaning !== columns[at]?.meaning);
  // Columns that a person has to decide about stand first.
  const order = columns.map((_, at) => at).sort((a, b) => Number(isAsked(columns[b])) - Number(isAsked(columns[a])));
  const check = (all: readonly string[]) => onCheck(all, dates);
  return (
    <>
      <details open={mustAnswer} className="rounded-control border border-rule bg-card px-4 py-3">
        <summary className="label min-h-11 cursor-pointer content-center">Columns ({columns.length})</summary>
        <div className="mt-3 flex flex-col gap-4">
          <ul className="grid gap-4 sm:grid-cols-2 desk:grid-cols-3">
            {order.map((at) => {
              const column = columns[at];
              if (!column) return null;
              return (
                <li key={at}>
                  <SelectField
                    label={column.name}
                    hint={column.samples.join(' · ') || 'Empty'}
                    value={meanings[at] ?? ''}
                    onChange={(meaning) => {
                      const next = meanings.map((one, i) => (i === at ? meaning : one));
                      setMeanings(next);
                      tell(next, dates);
                    }}
                    options={options}
                    placeholder="What is this column?"
                  />
                </li>
              );
            })}
          </ul>
          {meanings.includes('dob') && (
            <SelectField
              label="Dates of birth"
              className="max-w-xs"
              value={dates ?? AS_FOUND}
              onChange={(id) => {
                const order = id === AS_FOUND ? undefined : (id as DateOrder);
                setDates(order);
                tell(meanings, order);
              }}
              options={[
                { id: AS_FOUND, label: 'As the list suggests' },
                { id: 'monthFirst', label: 'Month first: 5/31/1990' },
                { id: 'dayFirst', label: 'Day first: 31/5/1990' },
              ]}
            />
          )}
          <div className="flex flex-wrap gap-3">
            <Button isDisabled={open > 0 || !isChanged} pending={checking} onPress={() => check(meanings)}>
              Check with these columns
            </Button>
            {open > 0 && meanings.includes('bib') && (
              <Button pending={checking} onPress={() => check(meanings.map((meaning) => meaning || LEFT_OUT))}>
                Leave the other {open === 1 ? 'column' : `${open} columns`} out
              </Button>
            )}
          </div>
        </div>
      </details>
      {isChanged && (
        <Notice tone="info">A column was changed. What is shown follows from it once it is checked.</Notice>
      )}
    </>
  );
}

const isAsked = (column: MappedColumn | undefined) => column?.meaning === '';
