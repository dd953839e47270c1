import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Image, type LucideIcon, MapIcon, Video } from 'lucide-react';
import { useState } from 'react';
import { isMissing, raceMediaQuery, useRacePhase } from '@/api';
import { core, type MediaPart, type Race } from '@/core';
import {
  Button,
  buttonStyle,
  DelayedSkeleton,
  Dialog,
  EmptyState,
  Frame,
  NO_PAGE_NAME,
  Skeleton,
  usePageName,
} from '@/ui';
import { HiddenNotice } from './HiddenNotice';
import { LoadFailed } from './LoadFailed';
import { useCurrentName } from './useCurrentName';

const icons: Record<string, LucideIcon> = { stream: Video, map: MapIcon, gallery: Image };
const fullScreen: Record<string, string> = { map: 'View Full Screen Map', gallery: 'View Full Screen Gallery' };

/** The live stream, the map and the photos of a race. */
export function MediaPage() {
  const { RaceName } = useParams({ strict: false }) as { RaceName: string };
  const name = core().raceNameFromSegment(RaceName);
  const { data: race, error } = useQuery(raceMediaQuery(name));
  usePageName(race?.Race ?? (isMissing(error) ? NO_PAGE_NAME : name));
  useCurrentName('/race/$RaceName/media', name, race);
  if (race) {
    return (
      <>
        <HiddenNotice race={race} />
        <MediaView race={race} />
      </>
    );
  }
  return error ? (
    <LoadFailed kind="media" error={error} />
  ) : (
    <div className="column py-12">
      <DelayedSkeleton label="Loading race media">
        <Skeleton className="h-12 w-2/3" />
        <Skeleton className="mt-8 h-20 w-full" />
        <Skeleton className="mt-8 h-96 w-full" />
      </DelayedSkeleton>
    </div>
  );
}

/** The content of the media page of a race. */
export function MediaView({ race }: { race: Race }) {
  const [open, setOpen] = useState<MediaPart>();
  const parts = core().mediaParts(race, useRacePhase(race).stage);
  return (
    <div className="column pt-8 desk:pt-12">
      <Link to="/race/$RaceName" params={{ RaceName: race.Race }} className="link inline-flex min-h-11 items-center">
        Back to the race
      </Link>
      <h1 className="display text-3xl desk:text-4xl">{race.Race}</h1>
      <p className="mt-2 text-lg text-ink-2">Race Media &amp; Content</p>
      <ul className="mt-8 grid overflow-hidden rounded-control border border-rule bg-card sm:grid-cols-3">
        {parts.map((part) => {
          const Icon = icons[part.kind] ?? Video;
          return (
            <li
              key={part.kind}
              className="flex items-center gap-3 border-rule p-4 max-sm:not-first:border-t sm:not-first:border-l"
            >
              <Icon size={24} aria-hidden="true" className={part.frame ? 'text-line' : 'text-ink-3'} />
              <span>
                <span className="label block">{part.label}</span>
                <span className={`text-sm ${part.frame ? 'text-success' : 'text-ink-3'}`}>{part.state}</span>
              </span>
            </li>
          );
        })}
      </ul>
      {parts.map((part) => (
        <section key={part.kind} className="mt-12" aria-labelledby={`part-${part.kind}`}>
          <h2 id={`part-${part.kind}`} className="display mb-4 text-2xl">
            {part.label}
          </h2>
          {part.frame ? (
            <>
              <Frame source={part.frame} {...(part.kind === 'stream' ? { ratio: '16 / 9' } : {})} />
              {fullScreen[part.kind] && (
                <Button className="mt-3" onPress={() => setOpen(part)}>
                  {fullScreen[part.kind]}
                </Button>
              )}
            </>
          ) : (
            <EmptyState
              title={part.missing}
              actions={
                <Link to="/race/$RaceName" params={{ RaceName: race.Race }} className={buttonStyle()}>
                  Race page
                </Link>
              }
            >
              {part.explained}
            </EmptyState>
          )}
        </section>
      ))}
      <Dialog
        title={open?.label ?? ''}
        isOpen={open !== undefined}
        onClose={() => setOpen(undefined)}
        shape="full"
        closeOnBack
      >
        {open?.frame && <Frame source={open.frame} fill />}
      </Dialog>
    </div>
  );
}
