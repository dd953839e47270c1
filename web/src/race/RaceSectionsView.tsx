import type { ReactNode } from 'react';
import { core, type PageSection, type Race } from '@/core';
import { SectionRail } from '@/ui';
import { Awards } from './Awards';
import { Course } from './Course';
import { Location } from './Location';
import { Memories } from './Memories';
import { Partners } from './Partners';
import { RaceCardSection } from './RaceCardSection';
import { RaceDetails } from './RaceDetails';
import { RefundPolicy, RuleList, TextSection } from './TextSections';

/** The sections of a race's page that the core selects, in its order. On small screens only the race card is open at first. */
export function RaceSectionsView({ race }: { race: Race }) {
  const parts = core().raceSections(race);
  const contents: Record<PageSection, ReactNode> = {
    'race-card': <RaceCardSection race={race} />,
    location: <Location race={race} {...(parts.militaryBase ? { military: parts.militaryBase } : {})} />,
    details: <RaceDetails race={race} />,
    course: <Course race={race} frames={parts.courses} />,
    awards: <Awards race={race} prizes={parts.prizes} four={parts.fourPrizes} />,
    partners: parts.partners && <Partners section={parts.partners} />,
    training: <TextSection text={race.Training} />,
    rules: <RuleList rules={parts.rules} />,
    safety: <TextSection text={race.Safety} />,
    accommodation: <TextSection text={parts.accommodation ?? ''} />,
    refund: <RefundPolicy text={race.Refund} />,
    memories: <Memories race={race} />,
  };
  const sections = parts.shown.map(({ id, title }) => ({
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
