import { core } from '@/core';

/** Plain text as an administrator typed it: blank lines part paragraphs, single ones break lines. Never markup. */
export function Prose({ text, className = '' }: { text: string; className?: string }) {
  return (
    <div className={`flex max-w-[68ch] flex-col gap-4 ${className}`}>
      {core()
        .paragraphs(text)
        .map((paragraph, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two paragraphs may be alike, and their order is what they are.
          <p key={at} className="whitespace-pre-line [unicode-bidi:plaintext]">
            {paragraph}
          </p>
        ))}
    </div>
  );
}
