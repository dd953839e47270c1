import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useRef } from 'react';
import { RaceEditor } from './RaceEditor';
import { Selector } from './Selector';

/** `/EditRaces`: the selection of a race, or the editor of the one in the address. */
export function EditRacesPage() {
  const { race } = useSearch({ from: '/EditRaces' });
  const navigate = useNavigate({ from: '/EditRaces' });
  // A race that is renamed stays in its editor; another race gets a new one.
  const editor = useRef({ names: [race], number: 0 });
  if (!editor.current.names.includes(race)) editor.current = { names: [race], number: editor.current.number + 1 };
  const rename = useCallback(
    (name: string) => {
      editor.current.names.push(name);
      void navigate({ to: '.', search: { race: name }, replace: true });
    },
    [navigate],
  );
  return (
    <div className="column py-6 sm:py-10">
      {race === undefined ? <Selector /> : <RaceEditor key={editor.current.number} name={race} onRenamed={rename} />}
    </div>
  );
}
