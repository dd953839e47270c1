/** Lists that grow and shrink: distances, rules, amenities, partners. Removing moves the focus on, never to nowhere. */
import { Plus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import type { RuleSettings } from '@/core';
import { Button, FieldProblemText, useReorder } from '@/ui';
import { Grip, MoveButtons } from '../shared/sorting';
import { Entry, Line, LinkLine, PartnerPicture, StartTime } from './controls';
import { useProblem } from './problems';
import { canRemoveRow, hasOwnRules, joinDistances, newRow, retunedRules, usualRules } from './rules';
import type { Values } from './values';

function AddButton({
  children,
  onPress,
  ref,
}: {
  children: string;
  onPress: () => void;
  ref?: React.Ref<HTMLButtonElement>;
}) {
  return (
    <Button size="sm" onPress={onPress} {...(ref ? { ref } : {})} className="self-start">
      <Plus size={18} aria-hidden="true" />
      {children}
    </Button>
  );
}

/** The rows of distance and start time; the card's Distance follows their names (SPEC §5). */
export function DistanceRows() {
  const { control, getValues, setValue } = useFormContext<Values>();
  const { fields, append, remove } = useFieldArray({ control, name: 'DistanceStartTimes' });
  const add = useRef<HTMLButtonElement>(null);
  const problem = useProblem('DistanceStartTimes');
  const follow = () => setValue('Distance', joinDistances(getValues('DistanceStartTimes')));
  return (
    <fieldset data-field="DistanceStartTimes" className="flex min-w-0 flex-col gap-4">
      <legend className="label mb-3 text-base">Distances and start times</legend>
      <ol className="flex flex-col gap-4">
        {fields.map((row, at) => (
          <li
            key={row.id}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 gap-y-4 border-b border-rule pb-4 last:border-0 last:pb-0 sm:grid-cols-[minmax(0,1fr)_auto_auto]"
          >
            <Line
              name={`DistanceStartTimes.${at}.distance`}
              label={`Distance ${at + 1}`}
              placeholder="10K"
              onChanged={follow}
            />
            <div className="max-sm:col-span-2 max-sm:row-start-2">
              <StartTime at={at} />
            </div>
            <Button
              icon
              tone="quiet"
              className="mt-[1.9rem] max-sm:col-start-2 max-sm:row-start-1"
              aria-label={`Remove distance ${at + 1}`}
              isDisabled={!canRemoveRow(fields)}
              onPress={() => {
                remove(at);
                follow();
                add.current?.focus();
              }}
            >
              <Trash2 size={18} aria-hidden="true" />
            </Button>
          </li>
        ))}
      </ol>
      {problem && <FieldProblemText>{problem}</FieldProblemText>}
      <AddButton ref={add} onPress={() => append(newRow(), { shouldFocus: false })}>
        Add a distance
      </AddButton>
    </fieldset>
  );
}

/** A list of texts, sorted by dragging or by buttons. Blank entries are kept as they are (SPEC §5). */
export function TextList({
  name,
  title,
  item,
}: {
  name: 'Rules' | 'Amenities';
  title: string /** What one entry is called. */;
  item: string;
}) {
  const { control } = useFormContext<Values>();
  const { fields, insert, remove, move } = useFieldArray({ control, name });
  const add = useRef<HTMLButtonElement>(null);
  const problem = useProblem(name);
  const sort = useReorder(
    fields.map((row) => row.id),
    (at) => `${item} ${at + 1}`,
    move,
  );
  const many = fields.length > 1;
  /** A new entry at a place, to be written at once. */
  const begin = (at: number) => {
    insert(at, { text: '' }, { shouldFocus: false });
    // The new line is on the page after this event.
    setTimeout(() => sort.box.current?.querySelector<HTMLElement>(`[data-entry="${at}"] textarea`)?.focus());
  };
  return (
    <fieldset data-field={name} className="flex min-w-0 flex-col gap-3">
      <legend className="label mb-3 text-base">{title}</legend>
      {fields.length > 0 && (
        <ol ref={sort.box} className="flex flex-col gap-3">
          {fields.map((row, at) => (
            <li
              key={row.id}
              {...sort.entry(at)}
              className="flex flex-wrap items-end justify-end gap-x-1 rounded-control data-dragged:opacity-60 data-over:outline-2 data-over:outline-offset-2 data-over:outline-line"
            >
              <Grip shown={many} {...sort.grip(at)} />
              <div className="min-w-0 flex-1 basis-56">
                <Entry name={`${name}.${at}.text`} label={`${item} ${at + 1}`} onEnter={() => begin(at + 1)} />
              </div>
              <span className="flex">
                {many && <MoveButtons what={`${item.toLowerCase()} ${at + 1}`} at={at} sort={sort} />}
                <Button
                  icon
                  tone="quiet"
                  aria-label={`Remove ${item.toLowerCase()} ${at + 1}`}
                  onPress={() => {
                    remove(at);
                    add.current?.focus();
                  }}
                >
                  <Trash2 size={18} aria-hidden="true" />
                </Button>
              </span>
            </li>
          ))}
        </ol>
      )}
      {problem && <FieldProblemText>{problem}</FieldProblemText>}
      <AddButton ref={add} onPress={() => begin(fields.length)}>
        {`Add ${article(item)}`}
      </AddButton>
      <p className="sr-only" aria-live="polite">
        {sort.said}
      </p>
    </fieldset>
  );
}

function article(item: string): string {
  return `${/^[aeiou]/i.test(item) ? 'an' : 'a'} ${item.toLowerCase()}`;
}

/** The sponsors: a link and a logo each, in the order of the page's strip. */
export function Partners() {
  const { control } = useFormContext<Values>();
  const { fields, append, remove, move } = useFieldArray({ control, name: 'CommunityPartnersData' });
  const add = useRef<HTMLButtonElement>(null);
  const problem = useProblem('CommunityPartnersData');
  const sort = useReorder(
    fields.map((row) => row.id),
    (at) => `Partner ${at + 1}`,
    move,
  );
  const many = fields.length > 1;
  return (
    <fieldset data-field="CommunityPartnersData" className="flex min-w-0 flex-col gap-4">
      <legend className="label mb-1 text-base">Partners</legend>
      <p className="text-sm text-ink-3">A partner without a logo is kept, but not shown on the page.</p>
      {fields.length > 0 && (
        <ol ref={sort.box} className="grid gap-4 sm:grid-cols-2">
          {fields.map((row, at) => (
            <li
              key={row.id}
              {...sort.entry(at)}
              className="flex flex-col gap-4 rounded-control border border-rule p-4 data-dragged:opacity-60 data-over:border-line"
            >
              <div className="flex flex-wrap items-center">
                <Grip shown={many} {...sort.grip(at)} />
                <span className="label mr-auto text-sm">Partner {at + 1}</span>
                {many && <MoveButtons what={`partner ${at + 1}`} at={at} sort={sort} />}
                <Button
                  icon
                  tone="quiet"
                  aria-label={`Remove partner ${at + 1}`}
                  onPress={() => {
                    remove(at);
                    add.current?.focus();
                  }}
                >
                  <Trash2 size={18} aria-hidden="true" />
                </Button>
              </div>
              <PartnerPicture at={at} />
              <LinkLine name={`CommunityPartnersData.${at}.Link`} label={`Link of partner ${at + 1}`} />
            </li>
          ))}
        </ol>
      )}
      {problem && <FieldProblemText>{problem}</FieldProblemText>}
      <AddButton ref={add} onPress={() => append({ Link: '', image: null }, { shouldFocus: false })}>
        Add a partner
      </AddButton>
      <p className="sr-only" aria-live="polite">
        {sort.said}
      </p>
    </fieldset>
  );
}

/** The usual rules, from their settings. */
export function useUsualRules() {
  const { getValues, setValue } = useFormContext<Values>();
  const settings = (): RuleSettings => {
    const [requireID, noCoaches, AgeRequirement] = getValues(['requireID', 'noCoaches', 'AgeRequirement']);
    return { requireID, noCoaches, AgeRequirement };
  };
  // What somebody wrote and the usual rules took the place of.
  const [before, setBefore] = useState<readonly string[]>();
  const here = () => getValues('Rules').map((rule) => rule.text);
  const put = (rules: readonly string[]) =>
    setValue(
      'Rules',
      rules.map((text) => ({ text })),
    );
  return {
    /** Writes them. */
    write: () => {
      setBefore(hasOwnRules(here(), settings()) ? here() : undefined);
      put(usualRules(settings()));
    },
    /** Brings back what stood there before they were written; nothing where nothing was lost. */
    undo:
      before &&
      (() => {
        put(before);
        setBefore(undefined);
      }),
    /** A setting changed from `before`: the rules follow it where the core says so. */
    changed: (before: Partial<RuleSettings>) => put(retunedRules(here(), { ...settings(), ...before }, settings())),
  };
}

/** Whether the list of rules is empty. Drawn anew only when that changes, not at every letter of a rule. */
export function useNoRules(): boolean {
  return useWatch({ name: 'Rules', compute: isEmpty });
}

const isEmpty = (rules: Values['Rules']) => rules.length === 0;
