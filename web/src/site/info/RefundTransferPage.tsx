import { Link } from '@tanstack/react-router';
import refund from '@texts/refund.json';
import { buttonStyle, ExternalButton, Notice, useCurrentSection } from '@/ui';
import { type Jump, QuickJump } from './refund/QuickJump';
import { TransferSteps } from './refund/TransferSteps';
import { type Block, InlineText, type SiteText } from './texts';

// The server renders the same file. A JSON import has no exact type, so a test checks its structure.
const text = refund as unknown as SiteText;

const jumps: readonly Jump[] = [
  { id: 'refund', label: 'Refund' },
  { id: 'active', label: 'Active' },
  { id: 'runsignup', label: 'RunSignUp' },
];

/** Help for a runner who cannot take part: what happens to the fee, and how to transfer a registration to another race. */
export function RefundTransferPage() {
  const current = useCurrentSection(
    jumps.map((jump) => jump.id),
    true,
  );
  return (
    <div className="column pt-8 desk:pt-12">
      <h1 className="display text-3xl desk:text-4xl">{text.title}</h1>
      <p className="mt-4 max-w-[60ch] text-lg text-ink-2">
        <InlineText parts={text.lead} />
      </p>
      <div className="relative mt-8 desk:mt-12 desk:grid desk:grid-cols-[15rem_minmax(0,1fr)] desk:gap-12">
        <span
          className="absolute top-0 bottom-0 left-0 hidden w-[9px] bg-line desk:block print:hidden"
          aria-hidden="true"
        />
        <span
          className="absolute -bottom-3 -left-1 hidden h-3 w-[17px] [background:repeating-conic-gradient(var(--color-ink)_0_25%,var(--color-card)_0_50%)_0_0/8px_8px] desk:block print:hidden"
          aria-hidden="true"
        />
        <QuickJump jumps={jumps} current={current} />
        <div className="min-w-0">
          {text.sections.map(({ id, title, blocks }) => (
            <section
              key={id}
              id={id}
              aria-labelledby={`${id}-title`}
              // On narrow screens the menu covers the top of the page.
              className="scroll-mt-14 border-t border-rule py-10 first:border-0 desk:scroll-mt-0 desk:py-12 desk:first:pt-0"
            >
              <h2 id={`${id}-title`} className="display text-2xl">
                {title}
              </h2>
              <div className="mt-6 flex flex-col gap-6">
                {blocks.map((block, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the blocks never change their order.
                  <Part key={index} block={block} />
                ))}
              </div>
            </section>
          ))}
          <div className="flex flex-wrap gap-3 print:hidden">
            <Link to="/races" className={buttonStyle({ tone: 'ink' })}>
              Find another race
            </Link>
            <Link to="/tickets" search={{ type: 'Refund' } as never} className={buttonStyle()}>
              Ask about a refund
            </Link>
          </div>
        </div>
      </div>
    </div>
  );
}

function Part({ block }: { block: Block }) {
  if ('p' in block) {
    return (
      <p className="max-w-[60ch] text-ink-2">
        <InlineText parts={block.p} />
      </p>
    );
  }
  if ('notice' in block) {
    return (
      <Notice tone="info" title={block.notice.title}>
        <p className="text-ink-2">{block.notice.text}</p>
      </Notice>
    );
  }
  if ('steps' in block) return <TransferSteps steps={block.steps} />;
  if (!('claims' in block)) return null;
  return (
    <ul className="grid gap-6 md:grid-cols-2">
      {block.claims.map(({ provider, protection, terms, url }) => (
        <li key={provider} className="flex flex-col items-start rounded-bib border border-control bg-card p-6">
          <p className="text-sm text-ink-3">Registered with {provider}</p>
          <h3 className="display mt-1 text-xl">{protection}</h3>
          <p className="mt-3 mb-6 text-ink-2">{terms}</p>
          <ExternalButton href={url} className="mt-auto">
            {provider} insurance claim
          </ExternalButton>
        </li>
      ))}
    </ul>
  );
}
