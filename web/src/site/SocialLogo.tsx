import { Globe } from 'lucide-react';
import type { ReactNode } from 'react';

const stroke = { fill: 'none', stroke: 'currentColor', strokeWidth: 2 } as const;

/** The logos as plain line drawings, with their names for screen readers. */
const logos: Record<string, { name: string; draw: ReactNode }> = {
  instagram: {
    name: 'Instagram',
    draw: (
      <>
        <rect x="3" y="3" width="18" height="18" rx="5" {...stroke} />
        <circle cx="12" cy="12" r="4.2" {...stroke} />
        <circle cx="17.2" cy="6.8" r="1.3" fill="currentColor" />
      </>
    ),
  },
  facebook: {
    name: 'Facebook',
    draw: (
      <path
        fill="currentColor"
        d="M13.800 22v-8.400h2.900l.5-3.500h-3.400V8c0-1 .4-1.800 1.900-1.800h1.700V3.100C17 3 16.100 2.900 15 2.900c-2.900 0-4.900 1.800-4.900 4.700v2.500H6.900v3.500h3.200V22z"
      />
    ),
  },
  youtube: {
    name: 'YouTube',
    draw: (
      <>
        <rect x="2" y="5" width="20" height="14" rx="4" {...stroke} />
        <path d="M10 9v6l5.2-3z" fill="currentColor" />
      </>
    ),
  },
  strava: {
    name: 'Strava',
    draw: (
      <path
        fill="currentColor"
        d="m10.300 2.500 6.600 12.600h-3.700l-2.900-5.500-2.900 5.500H3.700zM13.200 15.100h2.500l1.400 2.800 1.400-2.800h2.500l-3.900 7z"
      />
    ),
  },
  x: {
    name: 'X',
    draw: <path {...stroke} strokeWidth={2.4} d="M4 3.500h3.400L20 20.500h-3.400zM19 3.500 4.500 20.500" />,
  },
  tiktok: {
    name: 'TikTok',
    draw: (
      <path
        {...stroke}
        strokeWidth={2.6}
        d="M13.500 2.500v13.300a3.900 3.900 0 1 1-3.900-3.900M13.500 3c.3 2.900 2.300 4.900 5.500 5.100"
      />
    ),
  },
};

/** The name of a social network. */
export function socialName(kind: string): string {
  return logos[kind]?.name ?? kind;
}

/** A social network's logo; a globe for one without a drawing. */
export function SocialLogo({ kind }: { kind: string }) {
  const logo = logos[kind];
  if (!logo) return <Globe size={20} aria-hidden="true" />;
  return (
    <svg width="20" height="20" viewBox="0 0 24 24" aria-hidden="true">
      {logo.draw}
    </svg>
  );
}
