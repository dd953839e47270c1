import { core, type DistanceStart, type Image } from '@/core';
import { Picture } from '@/ui';
import { BIB_PICTURE, Bib, BibArt, type BibProps } from './Bib';
import { raceTone } from './distance';

/** The fields from which a race's bib is made; both a card and a full race record have them. */
export interface RaceFacts {
  Race: string;
  Date: string;
  DistanceStartTimes: readonly DistanceStart[];
  Distance: string;
  RaceLogo?: Image | undefined;
}

/** A date as the digits on a bib: `April 12, 2026` is `0412`. `TBA` for a date that cannot be parsed. */
export function dateNumerals(date: string): string {
  try {
    return core().dateIso(date).slice(5).replace('-', '');
  } catch {
    return 'TBA';
  }
}

/** The names of a race's distances, as its card shows them. */
export function distanceNames(race: Pick<RaceFacts, 'DistanceStartTimes' | 'Distance'>): string[] {
  return core().distanceShown(race.Distance, [...race.DistanceStartTimes]);
}

/** A race as a bib: its name, its date as the digits, its distances. */
export function RaceBib({
  race,
  photo = false,
  eager = false,
  ...props
}: Omit<BibProps, 'name' | 'numerals' | 'distances' | 'picture'> & {
  race: RaceFacts;
  /** Shows the race's picture at the top of the bib; a drawing ({@link BibArt}) when the race has none. */
  photo?: boolean;
  /** Whether the picture is on the first screen, so that it is loaded at once. */
  eager?: boolean;
}) {
  const numerals = dateNumerals(race.Date);
  const distances = distanceNames(race);
  return (
    <Bib
      {...props}
      {...(photo
        ? {
            picture: (
              <Picture
                image={race.RaceLogo}
                alt=""
                sizes="(min-width: 1024px) 368px, (min-width: 576px) 50vw, 100vw"
                eager={eager}
                className={BIB_PICTURE}
                fallback={<BibArt tone={raceTone(distances)} seed={numerals} />}
              />
            ),
          }
        : {})}
      name={race.Race}
      numerals={numerals}
      distances={distances}
    />
  );
}
