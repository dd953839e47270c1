import { core } from '@/core';

/** Plain text as an administrator typed it: blank lines separate paragraphs, single line breaks are kept. Never interpreted as markup. */
export function Prose({ text, className = '' }: { text: string; className?: string }) {
  return (
    <div className={`flex max-w-[68ch] flex-col gap-4 ${className}`}>
      {core()
        .paragraphs(text)
        .map((paragraph, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two paragraphs may be equal, and their position identifies them.
          <p key={at} className="whitespace-pre-line [unicode-bidi:plaintext]">
            {paragraph}
          </p>
        ))}
    </div>
  );
}
