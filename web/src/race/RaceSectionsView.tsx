import { core, type Race } from '@/core';
import { type RailSection, SectionRail } from '@/ui';
import { Awards } from './Awards';
import { Course } from './Course';
import { Location } from './Location';
import { Memories } from './Memories';
import { Partners } from './Partners';
import { RaceCardSection } from './RaceCardSection';
import { RaceDetails } from './RaceDetails';
import { RefundPolicy, RuleList, TextSection } from './TextSections';

/** The sections of a race's page, in the spec's order, along the blue line. The core decides about conditional sections. */
export function RaceSectionsView({ race }: { race: Race }) {
  const parts = core().raceSections(race);
  const sections: RailSection[] = [
    { id: 'race-card', title: 'Race card', open: true, content: <RaceCardSection race={race} /> },
    {
      id: 'location',
      title: 'Location & Information',
      content: <Location race={race} {...(parts.militaryBase ? { military: parts.militaryBase } : {})} />,
    },
    { id: 'details', title: 'Race Details', content: <RaceDetails race={race} /> },
    { id: 'course', title: 'The Course', content: <Course race={race} frames={parts.courses} /> },
    {
      id: 'awards',
      title: 'Awards & Prizes',
      content: <Awards race={race} prizes={parts.prizes} four={parts.fourPrizes} />,
    },
  ];
  if (parts.partners) {
    sections.push({ id: 'partners', title: 'Community Partners', content: <Partners section={parts.partners} /> });
  }
  const text = (id: string, title: string, words: string) => {
    if (words.trim()) sections.push({ id, title, content: <TextSection text={words} /> });
  };
  text('training', 'Training', race.Training);
  if (race.Rules.some((rule) => rule.trim())) {
    sections.push({ id: 'rules', title: 'Race Rules', content: <RuleList rules={race.Rules} /> });
  }
  text('safety', 'Safety Information', race.Safety);
  if (parts.accommodation !== undefined) {
    sections.push({
      id: 'accommodation',
      title: 'Accommodation Information',
      content: <TextSection text={parts.accommodation} />,
    });
  }
  if (race.Refund.trim()) {
    sections.push({ id: 'refund', title: 'Refund Policy', content: <RefundPolicy text={race.Refund} /> });
  }
  sections.push({ id: 'memories', title: 'Memories', onScreenOnly: true, content: <Memories race={race} /> });
  return (
    <div className="column pb-12">
      <SectionRail label="Sections of this race" sections={sections} />
    </div>
  );
}
