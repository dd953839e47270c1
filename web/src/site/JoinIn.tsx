import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { useRef } from 'react';
import { raceQuery } from '@/api';
import { core, type PageButton, type PartnersSection } from '@/core';
import { ExternalButton, Picture, useNearViewport } from '@/ui';

/** Training, ways to help and the partners of the next race; the race is fetched when this comes near the screen. */
export function JoinIn({ race: name }: { race: string }) {
  const box = useRef<HTMLDivElement>(null);
  const near = useNearViewport(box);
  const { data: race } = useQuery({ ...raceQuery(name), enabled: near });
  const partners = race && core().raceSections(race).partners;
  const training = race && core().paragraphs(race.Training)[0];
  const buttons = partners?.buttons.filter((button) => button.href) ?? [];
  return (
    <div ref={box} className="column">
      {(training || buttons.length > 0) && (
        <div className="mt-18 grid gap-x-16 gap-y-12 md:grid-cols-2">
          {training && (
            <LinedSection id="home-training" title="Training">
              <p className="text-ink-2">{training}</p>
              <Link
                to="/race/$RaceName"
                params={{ RaceName: name }}
                hash="training"
                className="link mt-2 inline-flex min-h-11 items-center gap-1"
              >
                Training for {name} <ArrowRight size={18} aria-hidden="true" />
              </Link>
            </LinedSection>
          )}
          {buttons.length > 0 && (
            <LinedSection id="home-helping" title="Lend a hand">
              <p className="text-ink-2">
                A race is run by the people beside the road. {name} takes help at its tables, its turns and its finish.
              </p>
              <Buttons buttons={buttons} />
            </LinedSection>
          )}
        </div>
      )}
      {partners && partners.logos.length > 0 && <Logos section={partners} race={name} />}
    </div>
  );
}

function LinedSection({ id, title, children }: { id: string; title: string; children: React.ReactNode }) {
  return (
    <section aria-labelledby={id} className="relative border-t-[9px] border-line pt-6">
      <span aria-hidden="true" className="absolute -top-3 left-12 h-4 w-[3px] rotate-12 bg-page" />
      <h2 id={id} className="display mb-3 text-2xl">
        {title}
      </h2>
      {children}
    </section>
  );
}

function Buttons({ buttons }: { buttons: readonly PageButton[] }) {
  return (
    <p className="mt-4 flex flex-wrap gap-3">
      {buttons.map((button) => (
        <ExternalButton key={button.label} tone="line" {...(button.href ? { href: button.href } : {})}>
          {button.label}
        </ExternalButton>
      ))}
    </p>
  );
}

function Logos({ section, race }: { section: PartnersSection; race: string }) {
  return (
    <section className="mt-18" aria-labelledby="home-partners">
      <h2 id="home-partners" className="display mb-6 text-2xl">
        Partners <span className="sr-only">of {race}</span>
      </h2>
      <ul className="grid grid-cols-2 gap-4 sm:grid-cols-3 desk:grid-cols-6">
        {section.logos.map((logo) => {
          // A logo is made for white paper, so its background is white in the dark theme, too.
          const picture = (
            <Picture
              image={logo.image}
              alt={logo.label}
              sizes="200px"
              className="aspect-[2/1] w-full rounded-control border border-rule paper object-contain p-3"
            />
          );
          return (
            <li key={logo.image.url ?? logo.label}>
              {logo.href ? (
                <a href={logo.href} target="_blank" rel="noopener noreferrer" className="block rounded-control">
                  {picture}
                  <span className="sr-only">(opens in a new tab)</span>
                </a>
              ) : (
                picture
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
