import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { type PacketAction, packetRules } from '@/core';
import { Notice, SearchField } from '@/ui';
import { PacketCard } from './PacketCard';
import { type DeskRace, doAction } from './queue';
import type { LoadedPackets } from './usePackets';

/** The search for a packet, and what can be done with those that were found. Enter in the box goes to the first one's button. */
export function PacketSearch({
  race,
  loaded,
  pending,
  device,
}: {
  race: DeskRace;
  loaded: LoadedPackets;
  pending: readonly PacketAction[];
  device: string;
}) {
  const [text, setText] = useState('');
  const [done, setDone] = useState('');
  const [isKept, setKept] = useState(true);
  const box = useRef<HTMLDivElement>(null);
  const found = useMemo(() => loaded.find(text, pending), [loaded, text, pending]);
  const act = (action: Pick<PacketAction, 'bib' | 'kind'> & Partial<PacketAction>) => {
    setKept(doAction(race, { ...action, device }));
    setDone(action.bib);
  };
  const last = done && loaded.packet(done, pending);
  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    box.current?.querySelector<HTMLElement>('[data-main]')?.focus();
  };
  return (
    <div ref={box} className="flex flex-col gap-4">
      <search onKeyDown={keys}>
        <SearchField
          label="Bib or name"
          value={text}
          onChange={setText}
          maxLength={100}
          autoFocus
          autoComplete="off"
          className="text-lg [&_input]:min-h-14 [&_input]:text-xl [&_svg]:top-[19px] [&_button]:size-14 [&_button>svg]:top-0"
        />
      </search>
      {!isKept && (
        <Notice tone="error">
          <p>{packetRules().packetWords(0).notKept}</p>
        </Notice>
      )}
      {/* Always on the page: a region that is inserted together with its text is not announced. */}
      <p role="status" className="sr-only">
        {text.trim() === '' ? '' : found.total === 0 ? found.hint : `${found.total} found`}
      </p>
      <p role="status" className="sr-only">
        {last && `Bib ${last.bib}: ${last.state || 'not handed out'}`}
      </p>
      {found.hint && <p className="text-ink-2">{found.hint}</p>}
      {found.lines.length > 0 && (
        <ul aria-label="Packets found" className="flex flex-col gap-4">
          {found.lines.map((line) => (
            <li key={line.bib}>
              <PacketCard line={line} onAct={act} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
