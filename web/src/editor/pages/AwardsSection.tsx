import type { Race } from '@/core';
import { EmptyState, Picture } from '@/ui';
import { chosenFile } from '../kit/chosen';
import { TWO } from '../kit/composed';
import { Field } from '../kit/Field';
import { prizeMarks, prizeSend, prizes } from '../pictures/rules';
import { sendFiles } from '../pictures/send';
import { PartFrame } from './PartFrame';
import type { PartHandle } from './part';
import { usePart } from './usePart';
import { Words } from './views';

/** The awards: their text and the prize pictures, each with its own edit mode. */
export function AwardsSection() {
  return (
    <div className="flex flex-col gap-6">
      <AwardsPart />
      <PrizesPart />
    </div>
  );
}

function AwardsPart() {
  const part = usePart('awards');
  return (
    <PartFrame
      part={part}
      view={<Words text={part.race.AwardText} />}
      edit={<Field name="AwardText" label={part.title} rows={6} />}
    />
  );
}

/** The four prize pictures. A changed one gets a mark (new or to be deleted), which is applied on save (SPEC §4). */
function PrizesPart() {
  const part: PartHandle<undefined> = usePart('prizes', {
    send: (request, options) => {
      const { files, fields } = prizeSend(prizeMarks(options.race, options.draft));
      const chosen = prizes().filter(({ kind }) => files.includes(kind));
      return sendFiles(
        { ...request, fields: [...(request.fields ?? []), ...fields] },
        chosen.map(({ kind, field }) => [kind, chosenFile(options.draft[field])]),
        options,
      );
    },
  });
  return (
    <PartFrame
      part={part}
      view={<Prizes race={part.race} />}
      edit={
        <div className={TWO}>
          {prizes().map(({ kind, field }) => (
            <Field key={kind} name={field} />
          ))}
        </div>
      }
    />
  );
}

function Prizes({ race }: { race: Race }) {
  const shown = prizes().filter(({ field }) => race[field]);
  if (shown.length === 0) return <EmptyState title="No prize pictures yet">The page shows the words alone.</EmptyState>;
  return (
    <ul className="grid grid-cols-2 gap-4 md:grid-cols-4">
      {shown.map(({ kind, field, label }) => (
        <li key={kind}>
          <figure className="overflow-hidden rounded-control border border-rule">
            <Picture
              image={race[field]}
              alt="" // Its caption names it.
              sizes="(min-width: 1024px) 200px, 50vw"
              className="aspect-square w-full bg-sunk object-contain"
            />
            <figcaption className="label border-t border-rule px-3 py-2 text-sm">{label}</figcaption>
          </figure>
        </li>
      ))}
    </ul>
  );
}
