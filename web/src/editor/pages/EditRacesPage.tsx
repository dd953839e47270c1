import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useFollowed } from '@/racekit';
import { RaceEditor } from './RaceEditor';
import { Selector } from './Selector';

/** `/EditRaces`: the selection of a race, or the editor of the one in the address. */
export function EditRacesPage() {
  const { race } = useSearch({ from: '/EditRaces' });
  const navigate = useNavigate({ from: '/EditRaces' });
  const editor = useFollowed(race);
  const { renamed } = editor;
  const rename = useCallback(
    (name: string) => {
      renamed(name);
      void navigate({ to: '.', search: { race: name }, replace: true });
    },
    [renamed, navigate],
  );
  return (
    <div className="column py-6 sm:py-10">
      {race === undefined ? <Selector /> : <RaceEditor key={editor.number} name={race} onRenamed={rename} />}
    </div>
  );
}
