import type { ReactNode } from 'react';
import { raceTone, type Tone, toneFill, toneText } from './distance';

/** The CSS class of a picture at the top of a bib. */
export const BIB_PICTURE = 'bib-photo';

/** The props of {@link Bib}. */
export interface BibProps {
  /** The race's name, on the colour band. */
  name: string;
  /** The large digits: the date as `0412`, or a runner's number. */
  numerals: string;
  /** The names of the distances, below the tear line. The greatest one determines the band's colour. */
  distances: readonly string[];
  /** The band's colour, when it is not that of the distances. */
  tone?: Tone;
  /** Shown across the digits: a state such as Canceled. */
  stamp?: ReactNode;
  /** Grey digits, for a race that does not take place. */
  void?: boolean;
  /** Shown at the top of the bib, where real bibs have the sponsors' art: a picture with the class {@link BIB_PICTURE}, or a drawing. */
  picture?: ReactNode;
  /** The heading level of the name; plain text by default, because most bibs are next to a heading. */
  heading?: 'h1' | 'h2' | 'h3';
  className?: string;
}

/**
 * A race drawn as a bib: pin holes, a colour band, large condensed digits, a dotted tear line. Its sizes are relative to its own width
 * (container query), so it fits a small card and a large header. It also replaces the photo of a race that has none. Its styles are in
 * app.css because the server renders the same bib before the app has started.
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

/** The drawing for a race without a photo: the blue line on a ground of the distance's colour, in one of four curves chosen by `seed`. */
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

/** A word shown across a bib like a rubber stamp, such as `Canceled`. */
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
