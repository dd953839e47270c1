import { Pause, Play } from 'lucide-react';
import { useState } from 'react';
import type { Logo, PartnersSection } from '@/core';
import { Button, ExternalButton, Picture } from '@/ui';

/** How often the strip repeats the list, so that it looks endless (SPEC §9). */
const REPEATS = 10;

/** The sponsors' logos on a strip that moves unless it is paused or hovered, and the buttons for new sponsors, donors and volunteers. */
export function Partners({ section }: { section: PartnersSection }) {
  return (
    <div className="flex flex-col gap-8">
      {section.logos.length > 0 ? <Strip logos={section.logos} /> : <p className="display text-lg">{section.empty}</p>}
      <div className="flex flex-wrap gap-3 print:hidden">
        {section.buttons.map((button) =>
          button.href ? (
            <ExternalButton key={button.label} tone="line" href={button.href}>
              {button.label}
            </ExternalButton>
          ) : (
            <Button key={button.label} isDisabled>
              {button.label}
            </Button>
          ),
        )}
      </div>
    </div>
  );
}

function Strip({ logos }: { logos: readonly Logo[] }) {
  const [paused, setPaused] = useState(false);
  return (
    <div>
      <div className="group/strip overflow-hidden border-y border-rule py-6" data-paused={paused}>
        <div className="flex w-max animate-[strip_40s_linear_infinite] group-hover/strip:[animation-play-state:paused] group-focus-within/strip:[animation-play-state:paused] group-data-[paused=true]/strip:[animation-play-state:paused] motion-reduce:w-full motion-reduce:animate-none print:w-full print:animate-none">
          {Array.from({ length: REPEATS }, (_, copy) => (
            <ul
              // biome-ignore lint/suspicious/noArrayIndexKey: the copies are identical.
              key={copy}
              inert={copy > 0}
              aria-hidden={copy > 0}
              className={`flex shrink-0 items-center ${copy > 0 ? 'motion-reduce:hidden print:hidden' : 'motion-reduce:grid motion-reduce:w-full motion-reduce:shrink motion-reduce:grid-cols-2 motion-reduce:gap-4 motion-reduce:sm:grid-cols-4 print:grid print:w-full print:shrink print:grid-cols-4'}`}
            >
              {logos.map((logo) => (
                <li key={logo.image.url ?? logo.label} className="mx-5 motion-reduce:mx-0 print:mx-0">
                  <LogoLink logo={logo} />
                </li>
              ))}
            </ul>
          ))}
        </div>
      </div>
      <Button
        tone="quiet"
        size="sm"
        className="mt-2 motion-reduce:hidden print:hidden"
        onPress={() => setPaused(!paused)}
      >
        {paused ? <Play size={16} aria-hidden="true" /> : <Pause size={16} aria-hidden="true" />}
        {paused ? 'Play' : 'Pause'}
        <span className="sr-only">the partners' strip</span>
      </Button>
    </div>
  );
}

function LogoLink({ logo }: { logo: Logo }) {
  // A logo is made for white paper, so its background is white in the dark theme, too.
  const picture = (
    <Picture
      image={logo.image}
      alt={logo.label}
      sizes="160px"
      className="h-20 w-40 rounded-chip paper object-contain p-2 motion-reduce:w-full"
    />
  );
  if (!logo.href) return picture;
  return (
    <a href={logo.href} target="_blank" rel="noopener noreferrer" className="block">
      {picture}
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  );
}
