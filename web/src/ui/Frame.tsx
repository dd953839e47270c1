import { ExternalLink } from 'lucide-react';
import { useRef } from 'react';
import { Button } from './Button';
import { allowProvider, useProviderAllowed } from './thirdParty';
import { useNearViewport } from './useNearViewport';

/** The data that the core extracts from pasted embed markup: a frame is only built from this, never from the markup. */
export interface FrameSource {
  provider: string;
  url: string;
  title: string;
}

/**
 * A third party's page in a sandboxed frame that receives only the origin of the site as Referer. It is loaded when it comes near the
 * viewport if the visitor accepted cookies, else when the visitor presses a button. Print shows its address instead.
 */
export function Frame({
  source,
  height = 600,
  ratio,
  fill = false,
  className = '',
}: {
  source: FrameSource;
  /** In pixels; limited to three quarters of the screen's height. */
  height?: number;
  /** An aspect ratio instead of a height, such as `16 / 9` for a video. */
  ratio?: string;
  /** Fills its container (in a full-screen dialog). */
  fill?: boolean;
  className?: string;
}) {
  const box = useRef<HTMLDivElement>(null);
  const near = useNearViewport(box);
  // A frame that fills the screen was opened by a button, which counts as consent.
  const allowed = useProviderAllowed(source.provider) || fill;
  return (
    <div className={fill ? 'flex h-full flex-col pb-2' : className}>
      <div
        ref={box}
        className={`overflow-hidden bg-sunk print:hidden ${fill ? 'min-h-0 flex-1' : 'rounded-control border border-rule'}`}
        style={fill ? undefined : ratio ? { aspectRatio: ratio } : { height: `min(${height}px, 75dvh)` }}
      >
        {!allowed && <ConsentPrompt source={source} />}
        {near && allowed && (
          <iframe
            src={source.url}
            title={source.title}
            loading="lazy"
            referrerPolicy="strict-origin-when-cross-origin"
            // No top navigation and no modals: a map may run scripts and open its own page in a new tab, nothing else.
            sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-forms"
            allow="fullscreen; picture-in-picture; encrypted-media"
            className="size-full border-0"
          />
        )}
      </div>
      <p className={`mt-2 flex items-center gap-1 text-sm text-ink-3 ${fill ? 'px-4' : ''}`}>
        <a
          className="link inline-flex items-center gap-1 print:hidden"
          href={source.url}
          target="_blank"
          rel="noopener noreferrer"
        >
          Open <span className="sr-only">{source.title} </span>at {source.provider}{' '}
          <ExternalLink size={14} aria-hidden="true" />
          <span className="sr-only">(opens in a new tab)</span>
        </a>
        <span className="hidden min-w-0 break-words print:inline">
          {source.title}: {source.url}
        </span>
      </p>
    </div>
  );
}

/** Shown in place of the frame until the visitor allows it. Until then nothing is requested from the provider. */
function ConsentPrompt({ source }: { source: FrameSource }) {
  return (
    <div className="relative isolate grid size-full place-items-center overflow-hidden p-4 text-center">
      <svg
        viewBox="0 0 600 400"
        preserveAspectRatio="xMidYMid slice"
        fill="none"
        aria-hidden="true"
        className="absolute inset-0 -z-10 size-full"
      >
        <path
          d="M-20 90H620M-20 210H620M-20 320H620M90 -20V420M230 -20V420M400 -20V420M520 -20V420"
          stroke="var(--color-rule)"
          strokeWidth="1.5"
        />
        <path
          d="M-20 330C90 300 100 110 230 100S330 300 430 290 520 60 620 70"
          stroke="var(--color-line)"
          strokeWidth="7"
          opacity="0.35"
        />
      </svg>
      <div className="flex max-w-80 flex-col items-center gap-2 rounded-control border border-rule bg-card p-4">
        <p className="label">{source.title}</p>
        <p className="text-sm text-ink-2">{source.provider} may set cookies once it is shown.</p>
        <Button size="sm" onPress={() => allowProvider(source.provider)}>
          Show it<span className="sr-only">: {source.title}</span>
        </Button>
      </div>
    </div>
  );
}
