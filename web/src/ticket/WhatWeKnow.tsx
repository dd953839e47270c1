import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { raceQuery } from '@/api';
import { Prose } from '@/ui';

/** Beside the form: what may answer the question at once. The race's own texts when the race is known. */
export function WhatWeKnow({
  race: name,
  isRefund,
  isAboutRace,
}: {
  race: string | undefined;
  isRefund: boolean;
  isAboutRace: boolean;
}) {
  // Without them the form is complete: neither loading nor a failure is worth a word here.
  const { data: race } = useQuery({ ...raceQuery(name ?? ''), enabled: name !== undefined });
  const texts = [
    { title: 'Refunds and transfers', text: race?.Refund ?? '' },
    { title: 'Packet pick-up', text: race?.PacketPickUp ?? '' },
  ].filter(({ text }) => text.trim());
  return (
    <aside aria-labelledby="known" className="flex flex-col gap-6 border-l-4 border-line pl-6 print:hidden">
      <h2 id="known" className="display text-xl">
        {race ? race.Race : 'An answer at once'}
      </h2>
      {texts.map(({ title, text }) => (
        <section key={title}>
          <h3 className="label mb-2">{title}</h3>
          <Prose text={text} className="text-ink-2" />
        </section>
      ))}
      <ul className="flex flex-col">
        {race && (
          <Row>
            <Link to="/race/$RaceName" params={{ RaceName: race.Race }} className={row}>
              All about this race
            </Link>
          </Row>
        )}
        {(isRefund || !isAboutRace) && (
          <Row>
            <Link to="/refundtransfer" className={row}>
              Refunds and transfers, step by step
            </Link>
          </Row>
        )}
        <Row>
          <Link to="/results" search={{}} className={row}>
            Results and bibs
          </Link>
        </Row>
        <Row>
          <Link to="/races" search={{}} className={row}>
            Dates and places of all races
          </Link>
        </Row>
      </ul>
    </aside>
  );
}

const row = 'link inline-flex min-h-11 items-center';

function Row({ children }: { children: React.ReactNode }) {
  return <li>{children}</li>;
}
