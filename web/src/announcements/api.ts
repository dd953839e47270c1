/** The requests of somebody who has the link of an announcement. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type Answer, orMade, send } from '@/api';

/** Which announcements somebody gets. */
export type Choice = Answer<'post', 'unsubscribe/link'>;

const read = (token: string, signal?: AbortSignal): Promise<Choice> =>
  send('post', 'unsubscribe/link', { signal, json: { token } });

/** What the person of a link has chosen. By POST, so that the token is in no log. */
export const choiceQuery = (token: string) =>
  queryOptions({
    queryKey: ['unsubscribe', token],
    queryFn: ({ signal }) => read(token, signal),
    staleTime: 0,
  });

/** Chooses which announcements come. */
export function useChoose(token: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (wanted: { race: boolean; all: boolean }) =>
      orMade(send('put', 'unsubscribe', { json: { token, ...wanted } }), async () => {
        const now = await read(token);
        return now.race === wanted.race && now.all === wanted.all ? now : undefined;
      }),
    networkMode: 'always',
    onSuccess: (choice) => client.setQueryData(choiceQuery(token).queryKey, choice),
  });
}
