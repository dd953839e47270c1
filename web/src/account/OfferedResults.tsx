import type { Schemas } from '@/api';
import { Segmented } from '@/ui';

/** What a person says about a result that is offered. */
export type Choice = 'me' | 'not';

const CHOICES = [
  { id: 'me', label: 'That’s me' },
  { id: 'not', label: 'Not me' },
] as const;

/** Published results of the person's name and age, of which they say which are their own. */
export function OfferedResults({
  matches,
  choices,
  onChoose,
}: {
  matches: readonly Schemas['Match'][];
  choices: Readonly<Record<string, Choice>>;
  onChoose: (id: string, choice: Choice) => void;
}) {
  if (matches.length === 0) return <p className="text-ink-2">We found no results of your name and age.</p>;
  return (
    <section aria-labelledby="offered" className="flex flex-col gap-3">
      <h2 id="offered" className="label">
        Are these yours?
      </h2>
      <p className="text-sm text-ink-2">
        Results of your name and age. Only your own belong into your account: your date of birth is compared.
      </p>
      <ul className="flex flex-col gap-3">
        {matches.map((one) => (
          <li
            key={one.resultId}
            className="flex flex-wrap items-center justify-between gap-3 rounded-control border border-rule p-3"
          >
            <div className="min-w-0">
              <p className="label break-words">
                {one.race}, {one.contest}
              </p>
              <p className="tabular text-sm text-ink-2">
                {one.date} · {one.name} · bib {one.bib}
              </p>
            </div>
            <Segmented<Choice>
              label={`${one.race}, ${one.contest}: yours?`}
              options={CHOICES}
              value={choices[one.resultId]}
              onChange={(choice) => onChoose(one.resultId, choice)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
