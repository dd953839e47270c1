import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useFollowed } from '@/racekit';
import { RaceEditor } from './RaceEditor';
import { Selector } from './Selector';

/** `/EditRaces`: the list of races, or the editor of the race named in the address. */
export function EditRacesPage() {
  const { race } = useSearch({ from: '/EditRaces' });
  const navigate = useNavigate({ from: '/EditRaces' });
  const { screenId, markRenamed } = useFollowed(race);
  const rename = useCallback(
    (name: string) => {
      markRenamed(name);
      void navigate({ to: '.', search: { race: name }, replace: true });
    },
    [markRenamed, navigate],
  );
  return (
    <div className="column py-6 sm:py-10">
      {race === undefined ? <Selector /> : <RaceEditor key={screenId} name={race} onRenamed={rename} />}
    </div>
  );
}
