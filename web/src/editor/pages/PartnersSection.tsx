import type { Race } from '@/core';
import { EmptyState, Picture } from '@/ui';
import { chosenFile } from '../kit/chosen';
import { ButtonFields, PartnerFields } from '../kit/composed';
import { sendFiles } from '../pictures/send';
import { PartFrame } from './PartFrame';
import type { PartHandle } from './part';
import { usePart } from './usePart';

/** The sponsors, and the buttons of the page, each with its own edit mode. */
export function PartnersSection() {
  return (
    <div className="flex flex-col gap-6">
      <PartnersPart />
      <ButtonsPart />
    </div>
  );
}

function PartnersPart() {
  const part: PartHandle<undefined> = usePart('partners', {
    // `request.logos` lists the partners whose logo is sent; for the others the request says which saved logo they keep.
    send: (request, options) => {
      const { Partners } = options.draft.CommunityPartners;
      const files = (request.logos ?? []).map((at) => chosenFile(Partners[at]?.Image));
      return sendFiles(
        request,
        files.map((file) => ['communityPartnerImages', file]),
        options,
      );
    },
  });
  return (
    <PartFrame
      part={part}
      view={<Partnership race={part.race} />}
      edit={<PartnerFields label="Show community partners on the page" />}
    />
  );
}

function Partnership({ race: { CommunityPartners } }: { race: Race }) {
  const { Enabled, Partners } = CommunityPartners;
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm text-ink-2">
        {Enabled === 'True' ? 'Shown on the page' : 'Switched off: the page does not show them'}
      </p>
      {Partners.length === 0 ? (
        <EmptyState title="No partners yet">The page invites the first one while the section is on.</EmptyState>
      ) : (
        <ol className="grid grid-cols-2 gap-4 sm:grid-cols-3">
          {Partners.map((partner, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list is not sorted here; two partners may be equal.
            <li key={at} className="flex min-w-0 flex-col gap-1">
              {partner.Image ? (
                <Picture
                  image={partner.Image}
                  alt={`Logo of partner ${at + 1}`}
                  sizes="200px"
                  // Logos are made for a white background.
                  className="aspect-[2/1] w-full rounded-chip border border-rule paper object-contain p-2"
                />
              ) : (
                <span className="grid aspect-[2/1] place-items-center rounded-chip border border-dashed border-control text-sm text-ink-3">
                  No logo
                </span>
              )}
              <span className="truncate text-sm text-ink-2" title={partner.Link}>
                {partner.Link || 'No link'}
              </span>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

const BUTTONS = [
  { name: 'DonateButton', label: 'Donate' },
  { name: 'VolunteerButton', label: 'Volunteer' },
  { name: 'SponsorButton', label: 'Become a Sponsor' },
] as const;

function ButtonsPart() {
  const part = usePart('buttons');
  return (
    <PartFrame
      part={part}
      view={
        <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-3">
          {BUTTONS.map(({ name, label }) => {
            const [button] = part.race[name];
            return (
              <div key={name} className="min-w-0">
                <dt className="label">{label}</dt>
                <dd className="text-sm [overflow-wrap:anywhere] text-ink-2">
                  {button?.Enabled === 'True' ? button.Link || 'On, without a link' : 'Off'}
                </dd>
              </div>
            );
          })}
        </dl>
      }
      edit={BUTTONS.map(({ name, label }) => (
        <ButtonFields key={name} name={name} label={label} linkLabel={`${label}: link`} />
      ))}
    />
  );
}
