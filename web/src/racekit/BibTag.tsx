import { distanceTone, toneFill } from './distance';

/** A small picture of the runner's bib: a band in the distance's colour above the number. */
export function BibTag({ bib, distance, large = false }: { bib: string; distance: string; large?: boolean }) {
  return (
    <span
      className={`block overflow-hidden border border-control bg-card text-center ${large ? 'w-28 rounded-bib' : 'rounded-control'}`}
    >
      <span className={`block ${large ? 'h-4' : 'h-2'} ${toneFill[distanceTone(distance)]}`} aria-hidden="true" />
      <span className={`numerals block truncate px-1 ${large ? 'py-3 text-4xl' : 'py-[7px] text-xl'}`}>
        <span className="sr-only">Bib </span>
        {bib}
      </span>
    </span>
  );
}
