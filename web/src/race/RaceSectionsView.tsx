import headings from '@texts/sections.json';
import type { ReactNode } from 'react';
import { core, type Race } from '@/core';
import { SectionRail } from '@/ui';
import { Awards } from './Awards';
import { Course } from './Course';
import { Location } from './Location';
import { Memories } from './Memories';
import { Partners } from './Partners';
import { RaceCardSection } from './RaceCardSection';
import { RaceDetails } from './RaceDetails';
import { RefundPolicy, RuleList, TextSection } from './TextSections';

/**
 * The sections of a race's page in the core's order. A section without content is left out; the core decides about conditional
 * ones. On small screens only the race card is open at first.
 */
export function RaceSectionsView({ race }: { race: Race }) {
  const parts = core().raceSections(race);
  const text = (words: string) => words.trim() && <TextSection text={words} />;
  const contents: Record<string, ReactNode> = {
    'race-card': <RaceCardSection race={race} />,
    location: <Location race={race} {...(parts.militaryBase ? { military: parts.militaryBase } : {})} />,
    details: <RaceDetails race={race} />,
    course: <Course race={race} frames={parts.courses} />,
    awards: <Awards race={race} prizes={parts.prizes} four={parts.fourPrizes} />,
    partners: parts.partners && <Partners section={parts.partners} />,
    training: text(race.Training),
    rules: race.Rules.some((rule) => rule.trim()) && <RuleList rules={race.Rules} />,
    safety: text(race.Safety),
    accommodation: parts.accommodation !== undefined && <TextSection text={parts.accommodation} />,
    refund: race.Refund.trim() && <RefundPolicy race={race.Race} text={race.Refund} />,
    memories: <Memories race={race} />,
  };
  const sections = headings
    .filter(({ id }) => contents[id])
    .map(({ id, title }) => ({
      id,
      title,
      content: contents[id],
      open: id === 'race-card',
      onScreenOnly: id === 'memories',
    }));
  return (
    <div className="column pb-12">
      <SectionRail label="Sections of this race" sections={sections} />
    </div>
  );
}
