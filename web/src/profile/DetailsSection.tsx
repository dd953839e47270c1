import { type FormEvent, useState } from 'react';
import { FormFailure } from '@/account/FormFailure';
import { GENDERS } from '@/account/genders';
import { useProblems } from '@/account/problems';
import { type Profile, refused } from '@/api';
import { core, defaultZone, type ProfileEdit, todayIn } from '@/core';
import { Button, dayText, Segmented, SelectField, TextField } from '@/ui';
import { useChangeProfile } from './api';
import { SavedNote } from './Saved';
import { useUnsaved } from './unsaved';

const FIELDS = ['FirstName', 'LastName', 'DOB', 'Gender', 'CellPhone', 'units'] as const;
type Field = (typeof FIELDS)[number];
type Form = Record<Field, string>;

const UNITS = [
  { id: 'mi', label: 'Miles' },
  { id: 'km', label: 'Kilometers too' },
] as const;

/** Name, date of birth, gender, phone, units. Fields that were not touched follow what another device saves. */
export function DetailsSection({ profile }: { profile: Profile }) {
  const save = useChangeProfile();
  const problems = useProblems();
  const [edits, setEdits] = useState<Partial<Form>>({});
  // What the edited fields showed before, so that a change of another device is not replaced unseen.
  const [shown, setShown] = useState<Partial<Form>>({});
  const form: Form = { ...profile, ...edits };
  const changed = FIELDS.filter((name) => form[name] !== profile[name]);
  const isBorn = profile.DOB !== '';
  useUnsaved('details', changed.length > 0);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (save.isPending || changed.length === 0) return;
    const edit: ProfileEdit = Object.fromEntries(changed.map((name) => [name, form[name]]));
    if (problems.showFound(core().profileCheck(edit, isBorn, todayIn(defaultZone())))) return;
    const was = Object.fromEntries(changed.map((name) => [name, shown[name] ?? profile[name]]));
    save.mutate(
      { ...edit, was },
      {
        // What was typed while it was being saved stays.
        onSuccess: () => {
          setEdits((now) =>
            Object.fromEntries(Object.entries(now).filter(([name, text]) => form[name as Field] !== text)),
          );
          setShown({});
        },
        onError: (error) => {
          problems.showRefused(error);
          // The person has read now what they are.
          if (refused(error, 'CHANGED_MEANWHILE')) setShown({});
        },
      },
    );
  };
  const change = (name: Field, text: string) => {
    problems.field(name).onChange();
    save.reset();
    setShown((now) => ({ [name]: profile[name], ...now }));
    setEdits((now) => ({ ...now, [name]: text }));
  };
  const field = (name: Field) => ({
    ...problems.field(name),
    value: form[name],
    onChange: (text: string) => change(name, text),
  });
  return (
    <form {...problems.form} onSubmit={submit} className="flex max-w-xl flex-col gap-5">
      <FormFailure error={save.error} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField {...field('FirstName')} label="First name" autoComplete="given-name" />
        <TextField {...field('LastName')} label="Last name" autoComplete="family-name" />
      </div>
      {isBorn ? (
        <div className="flex flex-col gap-1">
          <p className="label text-sm">Date of birth</p>
          <p>{dayText(profile.DOB)}</p>
          <p className="text-sm text-ink-3">
            {profile.AgeGroup && `Age group ${profile.AgeGroup}. `}It is part of how your results are found: write to us
            to have it corrected.
          </p>
        </div>
      ) : (
        <TextField
          {...field('DOB')}
          label="Date of birth"
          hint="Such as June 15, 1990. It finds your age group and your results; nobody else sees it. You can give it once."
          autoComplete="bday"
        />
      )}
      <SelectField {...field('Gender')} label="Gender" hint="As you are listed in results." options={GENDERS} />
      <TextField
        {...field('CellPhone')}
        label="Phone (optional)"
        hint="If you give one, we may call it about a race that you have entered, and for nothing else."
        type="tel"
        inputMode="tel"
        autoComplete="tel"
      />
      <div className="flex flex-col items-start gap-2">
        <p className="label text-sm" id="units-label">
          Paces
        </p>
        <p className="text-sm text-ink-3">On profiles. Results and live pages are in miles.</p>
        <Segmented<'mi' | 'km'>
          label="Paces"
          options={UNITS}
          value={form.units as 'mi' | 'km'}
          onChange={(units) => change('units', units)}
        />
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" tone="ink" pending={save.isPending} isDisabled={changed.length === 0} focusable>
          Save the details
        </Button>
        {changed.length > 0 && !save.isPending && (
          <Button
            tone="quiet"
            onPress={() => {
              setEdits({});
              setShown({});
              problems.show({});
              save.reset();
              problems.focus();
            }}
          >
            Undo
          </Button>
        )}
        <SavedNote>{save.isSuccess && changed.length === 0 && core().profileSaved().text}</SavedNote>
      </div>
    </form>
  );
}
