import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, ChevronRight } from 'lucide-react';
import { type Answer, callFailure, get, send } from '@/api';
import { Button, CallNotice } from '@/ui';
import { dayAndTime } from '../when';

type Aside = Answer<'get', 'ticketMails'>;
const KEY = ['own', 'ticketMails'] as const;

/** Mails that could not be taken in, if there are some: why, from whom, and that they are still in the mailbox. */
export function MailsAside() {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }): Promise<Aside> => get('ticketMails', { signal }),
    refetchInterval: ({ state }) => (state.error ? false : 60_000),
  });
  const done = useMutation({
    mutationFn: (mailID: number) => send('delete', 'ticketMails/{mailID}', { path: { mailID } }),
    networkMode: 'always',
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
  if (error && !data) {
    return (
      <div className="mt-4 print:hidden">
        <CallNotice {...callFailure(error)} onRetry={() => void refetch()}>
          Whether mails were set aside is not known.
        </CallNotice>
      </div>
    );
  }
  if (!data || data.items.length === 0) return null;
  const { items } = data;
  return (
    <details className="group mt-4 rounded-control border border-rule bg-card px-4 py-1 print:hidden">
      <summary className="label inline-flex min-h-11 cursor-pointer items-center gap-1">
        <ChevronRight size={18} className="shrink-0 group-open:rotate-90" aria-hidden="true" />
        {items.length === 1 ? '1 mail was set aside' : `${items.length} mails were set aside`}
      </summary>
      <p className="text-sm text-ink-2">They are in the mailbox, with a flag.</p>
      {done.error && <CallNotice {...callFailure(done.error)} />}
      <ul className="mt-2 flex flex-col">
        {items.map(({ id, why, sender, subject, receivedAt }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-rule py-2">
            <span className="min-w-0 flex-1 basis-60 wrap-anywhere">
              <span className="block [unicode-bidi:plaintext]">{subject || 'Without a subject'}</span>
              <span className="block text-sm text-ink-2">
                {sender || 'Without a sender'} · <span className="tabular">{dayAndTime(receivedAt)}</span> · {why}
              </span>
            </span>
            <Button
              size="sm"
              tone="quiet"
              isDisabled={done.isPending}
              focusable
              aria-label={`Done with ${subject || 'the mail without a subject'}`}
              onPress={() => done.mutate(id)}
            >
              <Check size={18} aria-hidden="true" />
              Done
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}
