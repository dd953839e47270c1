import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { buttonStyle, ExternalButton, Notice, useCurrentSection } from '@/ui';
import { type Jump, QuickJump } from './refund/QuickJump';
import { activeSteps, providers, runSignUpSteps } from './refund/steps';
import { TransferSteps } from './refund/TransferSteps';

const jumps: readonly Jump[] = [
  { id: 'refund', label: 'Refund' },
  { id: 'active', label: 'Active' },
  { id: 'runsignup', label: 'RunSignUp' },
];

/** Help for whoever can't run: what becomes of the fee, and how a registration moves to another race. */
export function RefundTransferPage() {
  const current = useCurrentSection(
    jumps.map((jump) => jump.id),
    true,
  );
  return (
    <div className="column pt-8 desk:pt-12">
      <h1 className="display text-3xl desk:text-4xl">Refunds and transfers</h1>
      <p className="mt-4 max-w-[60ch] text-lg text-ink-2">
        Plans change, knees complain. You can move your entry to another of our races yourself, with the provider you
        registered with.
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
          <Part id="refund" title="Refund">
            <p className="mb-6 max-w-[60ch] text-ink-2">
              A race that has a refund policy of its own shows it on its page, under Refund Policy, and that one counts:
              what can be asked for, until when, and what a transfer costs. For every other race it is as follows.{' '}
              <Link to="/races" className="link">
                Find your race
              </Link>
            </p>
            <Notice tone="info" title="Refunds are not currently offered">
              <p className="text-ink-2">
                The permits, the timing and your medal are paid for long before race day. If you bought protection when
                you registered, claim with whoever sold it; we can’t see or decide a claim.
              </p>
            </Notice>
            <ul className="mt-6 grid gap-6 md:grid-cols-2">
              {providers.map((provider) => (
                <li
                  key={provider.name}
                  className="flex flex-col items-start rounded-bib border border-control bg-card p-6"
                >
                  <p className="text-sm text-ink-3">Registered with {provider.name}</p>
                  <h3 className="display mt-1 text-xl">{provider.protection}</h3>
                  <p className="mt-3 mb-6 text-ink-2">{provider.terms}</p>
                  <ExternalButton href={provider.claimUrl} className="mt-auto">
                    {provider.name} insurance claim
                  </ExternalButton>
                </li>
              ))}
            </ul>
          </Part>
          <Part id="active" title="Active transfer" lead="Three steps, if your confirmation came from Active.">
            <TransferSteps steps={activeSteps} />
          </Part>
          <Part id="runsignup" title="RunSignUp transfer" lead="Four steps, if your confirmation came from RunSignUp.">
            <TransferSteps steps={runSignUpSteps} />
          </Part>
          <div className="mt-12 flex flex-col items-start gap-4 border-t border-rule pt-8">
            <p className="max-w-[60ch] text-ink-2">
              What a transfer costs, and its last day, is set by the race: where its page does not say it under Refund
              Policy, your provider shows it before you pay.
            </p>
            <Link to="/races" className={buttonStyle({ tone: 'ink' })}>
              Find another race
            </Link>
          </div>
        </div>
      </div>
    </div>
  );
}

function Part({ id, title, lead, children }: { id: string; title: string; lead?: string; children: ReactNode }) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      // Clear of the menu that floats over the top on narrow screens.
      className="scroll-mt-14 border-t border-rule py-10 first:border-0 desk:scroll-mt-0 desk:py-12 desk:first:pt-0"
    >
      <h2 id={`${id}-title`} className="display text-2xl">
        {title}
      </h2>
      {lead && <p className="mt-2 text-ink-2">{lead}</p>}
      <div className={lead ? 'mt-8' : 'mt-6'}>{children}</div>
    </section>
  );
}
