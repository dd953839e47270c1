import { Button, Notice, TextAreaField } from '@/ui';

/** What was written to a ticket that somebody has joined into another one meanwhile: to be copied, or taken there. */
export function KeptText({
  text,
  pictures,
  isSending,
  label,
  refusal,
  whole,
  onTake,
}: {
  text: string;
  /** The names of the pictures that go with it. */
  pictures: readonly string[];
  /** Whether more pictures are on their way. */
  isSending: boolean;
  label: string;
  /** Why it was not sent; empty if nobody has tried. */
  refusal: string;
  whole: string;
  onTake: () => void;
}) {
  return (
    <div className="flex flex-col gap-4 rounded-bib border border-rule bg-card p-4 sm:p-6 print:hidden">
      <Notice tone="error" title="This ticket has changed since you began to write">
        <p>{refusal ? `${refusal} Your text was not sent, and is kept here.` : 'Your text is kept here.'}</p>
        <Button size="sm" className="mt-2" isDisabled={isSending} focusable onPress={onTake}>
          Take it to {whole}
        </Button>
      </Notice>
      <TextAreaField label={label} rows={5} isReadOnly value={text} />
      <p role="status" className="text-sm text-ink-2 empty:hidden">
        {isSending && 'A picture is on its way.'}
      </p>
      {pictures.length > 0 && <p className="text-sm break-words text-ink-2">Pictures: {pictures.join(', ')}</p>}
    </div>
  );
}
