import { core, type DistanceStart, type Image } from '@/core';
import { Picture } from '@/ui';
import { BIB_PICTURE, Bib, BibArt, type BibProps } from './Bib';
import { raceTone } from './distance';

/** What a race's bib is made from: fields of a card or of a full record. */
export interface RaceFacts {
  Race: string;
  Date: string;
  DistanceStartTimes: readonly DistanceStart[];
  Distance: string;
  RaceLogo?: Image | undefined;
}

/** A date as a bib's numerals: `April 12, 2026` is `0412`. A date that cannot be read is to be announced. */
export function dateNumerals(date: string): string {
  try {
    return core().dateIso(date).slice(5).replace('-', '');
  } catch {
    return 'TBA';
  }
}

/** The names of a race's distances, as its card has them. */
export function distanceNames(race: Pick<RaceFacts, 'DistanceStartTimes' | 'Distance'>): string[] {
  return core().distanceShown(race.Distance, [...race.DistanceStartTimes]);
}

/** A race as a bib: its name, its date as the numerals, its distances. */
export function RaceBib({
  race,
  photo = false,
  eager = false,
  ...props
}: Omit<BibProps, 'name' | 'numerals' | 'distances' | 'picture'> & {
  race: RaceFacts;
  /** Print the race's picture across the top of the bib; the bib's own drawing where it has none. */
  photo?: boolean;
  /** The picture is on the first screen. */
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
