import { Link } from '@tanstack/react-router';
import { EmptyState, Prose } from '@/ui';

/** A section that consists of one text. */
export function TextSection({ text }: { text: string }) {
  return text.trim() ? (
    <Prose text={text} />
  ) : (
    <EmptyState title="Nothing here yet">The race director fills this in before race day.</EmptyState>
  );
}

/** The race's own text about refunds and transfers, which takes precedence over the general page, and links to that page's steps and to us. */
export function RefundPolicy({ race, text }: { race: string; text: string }) {
  return (
    <>
      <Prose text={text} />
      <p className="mt-3 flex flex-wrap gap-x-6 print:hidden">
        <Link to="/refundtransfer" className="link inline-flex min-h-11 items-center">
          Transfers and insurance claims, step by step
        </Link>
        <Link
          to="/tickets"
          search={{ race, type: 'Refund' } as never}
          className="link inline-flex min-h-11 items-center"
        >
          Ask us about a refund
        </Link>
      </p>
    </>
  );
}

/** The race's rules, numbered so that people can refer to them. */
export function RuleList({ rules }: { rules: readonly string[] }) {
  return (
    <ol className="max-w-[68ch] border-t border-rule">
      {rules
        .filter((rule) => rule.trim())
        .map((rule, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a rule is known by its number.
          <li key={index} className="grid grid-cols-[3rem_minmax(0,1fr)] items-baseline border-b border-rule py-3">
            <span className="numerals text-xl text-ink-3" aria-hidden="true">
              {String(index + 1).padStart(2, '0')}
            </span>
            <span className="[unicode-bidi:plaintext]">{rule}</span>
          </li>
        ))}
    </ol>
  );
}
