import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { siteName } from '@/ui';
import { contactAddress } from '../company';
import { consentWords } from '../consent';
import { Preferences } from './Preferences';
import type { Step } from './refund/TransferSteps';

/** A part of a text; see core-wasm/texts/README.md. */
export type Inline = string | { strong: string } | { link: string; text: string } | { slot: string; without?: string };

/** A registration provider and the address for claims on the insurance that it sold. */
export interface Claim {
  provider: string;
  protection: string;
  terms: string;
  url: string;
}

/** A block of a text: a paragraph, a list, a notice, claims, steps, or the button that opens the privacy preferences. */
export type Block =
  | { p: Inline[] }
  | { list: Inline[][] }
  | { notice: { title: string; text: string } }
  | { claims: Claim[] }
  | { steps: Step[] }
  | { preferences: boolean };

/** A text of the site. The server renders the same text for visitors without scripts. */
export interface SiteText {
  title: string;
  lead: Inline[];
  /** The date of its last change, as `November 20, 2026`. */
  updated?: string;
  sections: { id: string; title: string; blocks: Block[] }[];
}

/** Renders the blocks of a text. */
export function Blocks({ blocks }: { blocks: readonly Block[] }) {
  return blocks.map((block, at) => {
    if ('preferences' in block) return <Preferences key="preferences" />;
    if ('p' in block) {
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks never change their order.
        <p key={at}>
          <InlineText parts={block.p} />
        </p>
      );
    }
    // The other blocks only occur on the page about refunds (RefundTransferPage), which renders them itself.
    if (!('list' in block)) return null;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above.
      <ul key={at}>
        {block.list.map((item, entry) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above.
          <li key={entry}>
            <InlineText parts={item} />
          </li>
        ))}
      </ul>
    );
  });
}

/** Renders the parts of a text. */
export function InlineText({ parts }: { parts: readonly Inline[] }) {
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change their order.
    <Fragment key={index}>{renderPart(part)}</Fragment>
  ));
}

function renderPart(part: Inline) {
  if (typeof part === 'string') return part;
  if ('strong' in part) return <strong>{part.strong}</strong>;
  if ('link' in part) {
    return (
      <Link to={part.link as never} className="link">
        {part.text}
      </Link>
    );
  }
  if (part.slot === 'site') return siteName;
  if (part.slot === 'analytics') return consentWords().policy;
  const address = contactAddress();
  if (!address) return part.without;
  return (
    <a className="link" href={`mailto:${address}`}>
      {address}
    </a>
  );
}
