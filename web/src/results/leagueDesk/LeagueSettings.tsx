import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { CallError, callFailure } from '@/api';
import { deskCore } from '@/core';
import { Button, CallNotice, ConfirmDialog, Notice, toast } from '@/ui';
import { LinesSkeleton } from '../LinesSkeleton';
import { putSeason, type SeasonForm, type SeasonSettings, seasonQuery } from './api';
import { LeagueFields } from './LeagueFields';
import { LeagueTried } from './LeagueTried';

/** What decides a season: its points, how many races count, and which. */
export function LeagueSettings({ year }: { year: number }) {
  const { data, error, refetch } = useQuery(seasonQuery(year));
  if (!data) return error ? <CallNotice {...callFailure(error)} onRetry={() => void refetch()} /> : <LinesSkeleton />;
  return (
    <div className="flex flex-col gap-12">
      <SettingsForm settings={data} />
      <History settings={data} />
    </div>
  );
}

function SettingsForm({ settings }: { settings: SeasonSettings }) {
  // What is typed stays when somebody else saves meanwhile.
  const [base, setBase] = useState(settings);
  const [form, setForm] = useState<SeasonForm>(settings.form);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const queries = useQueryClient();
  const trying = useMutation({
    mutationFn: (wanted: SeasonForm) => putSeason(base.year, { version: base.version, form: wanted }, true),
    networkMode: 'always',
  });
  const saving = useMutation({
    mutationFn: (wanted: SeasonForm) => putSeason(base.year, { version: base.version, form: wanted }, false),
    networkMode: 'always',
    onSuccess: ({ version, rules }, wanted) => {
      setBase({ ...base, version, rules, form: wanted });
      trying.reset();
      toast.success('The settings of the season are saved.');
    },
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: ['own', 'league'] });
      void queries.invalidateQueries({ queryKey: ['league'] });
    },
  });
  const theirs = settings.version > base.version ? settings : undefined;
  const isChanged = JSON.stringify(form) !== JSON.stringify(base.form);
  // The tabs beside this one, another season, and every other page.
  const leaving = useBlocker({
    shouldBlockFn: () => isChanged,
    enableBeforeUnload: () => isChanged,
    withResolver: true,
  });
  const change = (more: Partial<SeasonForm>) => {
    setForm((now) => ({ ...now, ...more }));
    setProblems({});
    trying.reset();
    saving.reset();
  };
  const isFine = () => {
    const found = Object.fromEntries(
      deskCore()
        .leagueCheck(form)
        .map(({ field, message }) => [field, message]),
    );
    setProblems(found);
    return Object.keys(found).length === 0;
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isFine()) saving.mutate(form);
  };
  const failed = saving.error ?? trying.error;
  const refused = failed instanceof CallError ? failed.fields : {};
  const take = (taken: SeasonSettings, withForm: boolean) => {
    setBase(taken);
    if (withForm) change(taken.form);
    else saving.reset();
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-6" aria-label={`Settings of ${base.year}`}>
      <p className="text-ink-2">The standings of {base.year} are counted anew as soon as these settings are saved.</p>
      <LeagueFields settings={settings} form={form} problems={{ ...refused, ...problems }} onChange={change} />
      {theirs && (
        <Notice tone="info" title="Somebody else changed these settings">
          <ul className="mt-1 list-disc pl-5">
            {theirs.rules.map((rule) => (
              <li key={rule}>{rule}</li>
            ))}
          </ul>
          <div className="mt-3 flex flex-wrap gap-3">
            <Button size="sm" onPress={() => take(theirs, true)}>
              Take theirs
            </Button>
            <Button size="sm" onPress={() => take(theirs, false)}>
              Go on with mine
            </Button>
          </div>
        </Notice>
      )}
      {failed && Object.keys(refused).length === 0 && <CallNotice {...callFailure(failed)} />}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" tone="ink" pending={saving.isPending}>
          Save the settings
        </Button>
        <Button pending={trying.isPending} onPress={() => isFine() && trying.mutate(form)}>
          Try them first
        </Button>
      </div>
      {trying.data && <LeagueTried outcome={trying.data} />}
      <ConfirmDialog
        title="Leave without saving?"
        isOpen={leaving.status === 'blocked'}
        onClose={() => leaving.reset?.()}
        confirmLabel="Leave"
        onConfirm={() => leaving.proceed?.()}
      >
        The settings of {base.year} that you changed are not saved, and would be lost.
      </ConfirmDialog>
    </form>
  );
}

function History({ settings: { history } }: { settings: SeasonSettings }) {
  if (history.length === 0) return null;
  return (
    <section aria-labelledby="league-history">
      <h2 id="league-history" className="display text-xl">
        Changes
      </h2>
      <ol className="mt-3 flex flex-col gap-4">
        {history.map(({ version, changedAt, by, rules }) => (
          <li key={version} className="border-b border-rule pb-4 last:border-0">
            <p className="label">
              {new Date(changedAt).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' })}
              {by && `, ${by}`}
            </p>
            <p className="text-sm text-ink-2">{rules.join(' ')}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
