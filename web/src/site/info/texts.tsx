import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { siteName } from '@/ui';
import { consentWords } from '../consent';
import { contactAddress } from '../facts';
import { Preferences } from './Preferences';
import type { Step } from './refund/TransferSteps';

/** A piece of running text; see core-wasm/texts/README.md. */
export type Inline = string | { strong: string } | { link: string; text: string } | { slot: string; without?: string };

/** A registration provider, and where it takes claims on the protection that it sold. */
export interface Claim {
  provider: string;
  protection: string;
  terms: string;
  url: string;
}

/** A paragraph, a list, what must not be overlooked, claims, steps, or the button that opens the privacy preferences. */
export type Block =
  | { p: Inline[] }
  | { list: Inline[][] }
  | { notice: { title: string; text: string } }
  | { claims: Claim[] }
  | { steps: Step[] }
  | { preferences: boolean };

/** A text of the site. The server writes the same one for those who run no scripts. */
export interface SiteText {
  title: string;
  lead: Inline[];
  /** When it last changed, as `November 20, 2026`. */
  updated?: string;
  sections: { id: string; title: string; blocks: Block[] }[];
}

/** Blocks as they stand under each other. */
export function Blocks({ blocks }: { blocks: readonly Block[] }) {
  return blocks.map((block, at) => {
    if ('preferences' in block) return <Preferences key="preferences" />;
    if ('p' in block) {
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks never change their order.
        <p key={at}>
          <Words words={block.p} />
        </p>
      );
    }
    // What only the page on refunds has stands there (RefundTransferPage).
    if (!('list' in block)) return null;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above.
      <ul key={at}>
        {block.list.map((item, entry) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above.
          <li key={entry}>
            <Words words={item} />
          </li>
        ))}
      </ul>
    );
  });
}

/** Running text. */
export function Words({ words }: { words: readonly Inline[] }) {
  return words.map((word, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the words never change their order.
    <Fragment key={index}>{piece(word)}</Fragment>
  ));
}

function piece(word: Inline) {
  if (typeof word === 'string') return word;
  if ('strong' in word) return <strong>{word.strong}</strong>;
  if ('link' in word) {
    return (
      <Link to={word.link as never} className="link">
        {word.text}
      </Link>
    );
  }
  if (word.slot === 'site') return siteName;
  if (word.slot === 'analytics') return consentWords().policy;
  const address = contactAddress();
  if (!address) return word.without;
  return (
    <a className="link" href={`mailto:${address}`}>
      {address}
    </a>
  );
}
