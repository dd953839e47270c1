import type { ReactNode } from 'react';
import { raceTone, type Tone, toneFill, toneText } from './distance';

/** The shape of what is printed across a bib, as a class. */
export const BIB_PICTURE = 'bib-photo';

/** A race bib's props. */
export interface BibProps {
  /** On the colour band: the race's name. */
  name: string;
  /** The huge numerals: the date as `0412`, or a runner's number. */
  numerals: string;
  /** Under the tear line: the distances' names. The greatest gives the band its colour. */
  distances: readonly string[];
  /** A band of another colour than the distances'. */
  tone?: Tone;
  /** On the paper, across the numerals: a state such as Canceled. */
  stamp?: ReactNode;
  /** Numerals greyed, as a bib that is not to be worn. */
  void?: boolean;
  /** Printed across the top of the bib, as sponsors' art is: a picture of the shape {@link BIB_PICTURE}, or a drawing. */
  picture?: ReactNode;
  /** The band's name as a heading; default is plain text, since most bibs stand beside a heading. */
  heading?: 'h1' | 'h2' | 'h3';
  className?: string;
}

/**
 * The race bib: pin holes, a colour band, huge condensed numerals, a dotted tear line. It measures itself, so it is as
 * right on a phone's card as in a hero; and it is the picture wherever a race has no photo. Its shape is in app.css, since the
 * server draws the same bib before the app has started.
 */
export function Bib({
  name,
  numerals,
  distances,
  tone,
  stamp,
  void: isVoid = false,
  picture,
  heading,
  className = '',
}: BibProps) {
  const Name = heading ?? 'p';
  const fill = tone ?? raceTone(distances);
  return (
    <div className={`bib ${className}`}>
      <div className="bib-paper">
        {picture}
        <div className={`bib-band ${toneFill[fill]}`}>
          <Name className="bib-name">{name}</Name>
        </div>
        <div className="bib-body">
          <p aria-hidden="true" className={`bib-numerals ${isVoid ? 'text-control' : ''}`}>
            {numerals}
          </p>
          {stamp && <div className="absolute inset-0 grid place-items-center">{stamp}</div>}
        </div>
        <div className="bib-tear" />
        <p className="bib-foot">{distances.join(' · ')}</p>
        <PinHoles />
      </div>
    </div>
  );
}

const ART_PATHS = [
  'M-10 60C60 30 110 96 190 78S300 16 340 40',
  'M-10 34C70 20 120 88 200 84S290 40 340 66',
  'M-10 84C50 96 90 26 170 34S280 92 340 58',
  'M-10 50C40 80 130 100 180 62S270 10 340 28',
];

/** Where a race has no photo: the line across a field of the distance's colour, another bend for every seed. */
export function BibArt({ tone, seed, className = '' }: { tone: Tone; seed: string; className?: string }) {
  const path = ART_PATHS[[...seed].reduce((sum, digit) => sum + digit.charCodeAt(0), 0) % ART_PATHS.length];
  return (
    <svg
      viewBox="0 0 320 120"
      className={`block w-full ${toneText[tone]} ${className}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <rect width="320" height="120" fill="currentColor" opacity="0.16" />
      {[0, 1, 2, 3, 4].map((step) => (
        <path
          key={step}
          d={path}
          transform={`translate(0 ${step * 20 - 44})`}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          opacity="0.45"
        />
      ))}
      <path d={path} fill="none" stroke="var(--color-line)" strokeWidth="7" />
    </svg>
  );
}

function PinHoles() {
  const hole = 'absolute size-[clamp(9px,2.9cqw,18px)] rounded-full border border-control bg-page';
  return (
    <span aria-hidden="true" className="print:hidden">
      <span className={`${hole} top-[2.6cqw] left-[2.6cqw]`} />
      <span className={`${hole} top-[2.6cqw] right-[2.6cqw]`} />
      <span className={`${hole} bottom-[2.6cqw] left-[2.6cqw]`} />
      <span className={`${hole} right-[2.6cqw] bottom-[2.6cqw]`} />
    </span>
  );
}

/** A word stamped across a bib: `Canceled`. */
export function Stamp({ children, tone = 'ink' }: { children: ReactNode; tone?: 'ink' | 'live' }) {
  const ink = tone === 'live' ? 'border-live text-live' : 'border-ink text-ink';
  return (
    <span
      className={`display -rotate-6 rounded-control border-3 bg-card px-[4cqw] py-[1cqw] text-[clamp(0.9375rem,6cqw,1.9375rem)] uppercase ${ink}`}
    >
      {children}
    </span>
  );
}
