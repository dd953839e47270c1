import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { callFailure, callWords, siteSettings } from '@/api';
import { deskCore } from '@/core';
import { Button, CallNotice, FieldProblemText, FilePick, Notice, TextField, toast } from '@/ui';
import { ageTableQuery, putAgeTable, putVideo, type ToolsRace, videoQuery } from './api';
import { ImportResults } from './ImportResults';

/** What an administrator adds to the pages of a race's runners: the video of the finish line, and the table of age grades. */
export function RaceTools({ race }: { race: ToolsRace & { contests: readonly { contest: string }[] } }) {
  return (
    <>
      <ImportResults race={race} />
      <section aria-label="Pages of runners" className="mt-6 grid gap-4 desk:grid-cols-2 print:hidden">
        <FinishVideo race={race} />
        <AgeTable />
      </section>
    </>
  );
}

const card = 'flex flex-col items-start gap-3 rounded-control border border-rule bg-card p-4';

function FinishVideo({ race }: { race: ToolsRace }) {
  const { data, error, refetch } = useQuery(videoQuery(race.race));
  if (error) {
    return (
      <div className={card}>
        <CallNotice {...callFailure(error)} />
        <Button onPress={() => void refetch()}>Try Again</Button>
      </div>
    );
  }
  return data ? <VideoForm key={`${data.address} ${data.startsAt}`} race={race} video={data} /> : null;
}

function VideoForm({ race, video }: { race: ToolsRace; video: { address: string; startsAt: string } }) {
  const shown = video.startsAt ? deskCore().timeShown(Date.parse(video.startsAt), race.date, race.timeZone) : '';
  const [address, setAddress] = useState(video.address);
  const [time, setTime] = useState(shown);
  const [problems, setProblems] = useState<{ address?: string; time?: string }>({});
  const queries = useQueryClient();
  const saving = useMutation({
    mutationFn: (json: { address: string; startsAt: string }) => putVideo(race.race, json),
    networkMode: 'always',
    onSuccess: ({ address: kept }) => {
      toast.success(kept ? 'Runners see their finish in this video.' : 'The video is taken away.');
      void queries.invalidateQueries({ queryKey: ['own', 'finishVideo'] });
      void queries.invalidateQueries({ queryKey: ['runner'] });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found: typeof problems = {};
    let startsAt = '';
    if (address.trim()) {
      try {
        deskCore().embedParse('Video', address, [...siteSettings().embedHosts]);
      } catch (error) {
        found.address = callWords(error);
      }
      try {
        startsAt = deskCore().timeTyped(time, race.date, race.timeZone) ?? '';
        if (!startsAt) found.time = 'Please give the time of day.';
      } catch (error) {
        found.time = callWords(error);
      }
    }
    setProblems(found);
    if (!found.address && !found.time) saving.mutate({ address: address.trim(), startsAt });
  };
  return (
    <form onSubmit={submit} className={card}>
      <h3 className="label">Video of the finish line</h3>
      <TextField
        label="Link of the video"
        hint="YouTube or Vimeo. Each runner sees it from just before the own finish."
        value={address}
        onChange={setAddress}
        error={problems.address}
      />
      <TextField
        label="Time of day of its first second"
        hint="Such as 9:55:00 AM, read from a clock in the video."
        value={time}
        onChange={setTime}
        error={problems.time}
      />
      {saving.isError && <CallNotice {...callFailure(saving.error)} />}
      <Button type="submit" isDisabled={saving.isPending}>
        Save the video
      </Button>
    </form>
  );
}

/** An example with which a table is compared with the calculator of its publisher. */
const EXAMPLE = { metres: 10_000, gender: 'f', age: 54, ms: 2_700_000 };

function AgeTable() {
  const { data, error, refetch } = useQuery(ageTableQuery);
  const [chosen, setChosen] = useState<{ text: string; says: string }>();
  const [problem, setProblem] = useState('');
  const queries = useQueryClient();
  const loading = useMutation({
    mutationFn: (text: string) => putAgeTable(text),
    networkMode: 'always',
    onSuccess: () => {
      setChosen(undefined);
      toast.success('The table of age grades is loaded.');
      void queries.invalidateQueries({ queryKey: ['own', 'ageTable'] });
      void queries.invalidateQueries({ queryKey: ['runner'] });
    },
  });
  const look = (text: string) => {
    setProblem('');
    setChosen(undefined);
    try {
      const { metres, gender, age, ms } = EXAMPLE;
      const { summary, grade } = deskCore().ageTableTried(text, metres, gender, age, ms);
      const example = grade.percent ? ` A woman of 54 who runs 10 km in 45:00 would have ${grade.percent}.` : '';
      setChosen({ text, says: summary + example });
    } catch (failed) {
      setProblem(callWords(failed));
    }
  };
  return (
    <div className={card}>
      <h3 className="label">Age grades</h3>
      {error ? (
        <>
          <CallNotice {...callFailure(error)} />
          <Button onPress={() => void refetch()}>Try Again</Button>
        </>
      ) : (
        <p className="text-sm text-ink-2">
          {data && (data.lines > 0 ? `Loaded: ${data.summary}` : 'No table is loaded, so no result has an age grade.')}
        </p>
      )}
      <FilePick accept=".csv,text/csv" onText={look}>
        Choose a table
      </FilePick>
      <p className="text-sm text-ink-2">
        CSV with the columns metres, sex, age, open_standard_s and factor. It is used for all races.
      </p>
      {problem && <FieldProblemText>{problem}</FieldProblemText>}
      {chosen && (
        <>
          <Notice tone="info">{chosen.says}</Notice>
          <Button tone="ink" isDisabled={loading.isPending} onPress={() => loading.mutate(chosen.text)}>
            Load this table
          </Button>
        </>
      )}
      {loading.isError && <CallNotice {...callFailure(loading.error)} />}
    </div>
  );
}
