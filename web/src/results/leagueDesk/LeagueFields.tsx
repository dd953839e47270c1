import { FieldProblemText, SelectField, Switch, TextAreaField, TextField } from '@/ui';
import type { SeasonForm, SeasonSettings } from './api';

const PLACES = [
  { id: 'gender', label: 'Place within the gender' },
  { id: 'overall', label: 'Place among all' },
];
const DAYS = [
  { id: 'first', label: 'January 1' },
  { id: 'last', label: 'December 31' },
];

/** The fields of a season's settings. */
export function LeagueFields({
  settings,
  form,
  problems,
  onChange,
}: {
  settings: SeasonSettings;
  form: SeasonForm;
  /** By the field's name; that of a weight is `weights.index`. */
  problems: Record<string, string>;
  onChange: (change: Partial<SeasonForm>) => void;
}) {
  const set = <Item,>(list: readonly Item[], at: number, change: Partial<Item>) =>
    list.map((one, index) => (index === at ? { ...one, ...change } : one));
  return (
    <>
      <TextAreaField
        label="Points"
        hint="Of the first, the second and so on, with commas. 80-1 means 80, 79, 78 and so on. Whoever is behind the last entry gets the last one."
        rows={2}
        value={form.points}
        onChange={(points) => onChange({ points })}
        error={problems.points}
        className="max-w-xl"
      />
      <div className="grid max-w-3xl items-start gap-4 sm:grid-cols-2">
        <TextField
          label="How many races count"
          hint="Those with the most points."
          inputMode="numeric"
          value={form.best}
          onChange={(best) => onChange({ best })}
          error={problems.best}
        />
        <TextField
          label="Races needed for a place"
          hint="Whoever has fewer stands at the end of the table."
          inputMode="numeric"
          value={form.needed}
          onChange={(needed) => onChange({ needed })}
          error={problems.needed}
        />
        <SelectField
          label="Points are given by"
          options={PLACES}
          value={form.place}
          onChange={(place) => onChange({ place })}
          error={problems.place}
        />
        <SelectField
          label="The age counts on"
          options={DAYS}
          value={form.ageDay}
          onChange={(ageDay) => onChange({ ageDay })}
          error={problems.ageDay}
        />
      </div>
      {form.weights.length > 0 && (
        <fieldset>
          <legend className="label">Share of the points, in percent</legend>
          <div className="mt-3 grid max-w-3xl items-start gap-4 sm:grid-cols-3">
            {form.weights.map((weight, at) => (
              <TextField
                key={weight.distance}
                label={weight.distance}
                inputMode="numeric"
                value={weight.percent}
                onChange={(percent) => onChange({ weights: set(form.weights, at, { percent }) })}
                error={problems[`weights.${at}`]}
              />
            ))}
          </div>
        </fieldset>
      )}
      {form.contests.length > 0 && (
        <fieldset>
          <legend className="label">What counts</legend>
          <div className="mt-1 grid gap-x-8 desk:grid-cols-2">
            {form.contests.map((one, at) => {
              const known = settings.contests.find(
                ({ raceID, contest }) => raceID === one.raceID && contest === one.contest,
              );
              return (
                <Switch
                  key={`${one.raceID} ${one.contest}`}
                  isSelected={one.counts}
                  onChange={(counts) => onChange({ contests: set(form.contests, at, { counts }) })}
                >
                  <span className="min-w-0 wrap-anywhere">
                    {[known?.race, one.contest].filter(Boolean).join(', ')}
                    {known && <span className="block text-sm text-ink-2">{known.date}</span>}
                  </span>
                </Switch>
              );
            })}
          </div>
          {problems.contests && <FieldProblemText>{problems.contests}</FieldProblemText>}
        </fieldset>
      )}
    </>
  );
}
