/** The requests of saved replies. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type Answer, get, orMade, send } from '@/api';
import type { SavedReplyForm } from '@/core';

/** A saved reply. */
export type SavedReply = Answer<'get', 'savedReplies'>['replies'][number];

const read = (signal?: AbortSignal): Promise<SavedReply[]> =>
  get('savedReplies', signal ? { signal } : {}).then(({ replies }) => replies);

/** All saved replies, by title. */
export const savedRepliesQuery = queryOptions({
  queryKey: ['own', 'savedReplies'],
  queryFn: ({ signal }) => read(signal),
  staleTime: 30_000,
});

/** A change, after which the replies are read again, also when it was refused: somebody else may have changed one. */
function useSavedChange<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    networkMode: 'always',
    onSettled: () => client.invalidateQueries({ queryKey: savedRepliesQuery.queryKey }),
  });
}

/** Saves a new reply, or the change of one. */
export const useSaveReply = (of: SavedReply | undefined) =>
  useSavedChange(({ title, text }: SavedReplyForm) => {
    const sent = of
      ? send('put', 'savedReplies/{id}', { path: { id: of.id }, json: { title, text, version: of.version } })
      : send('post', 'savedReplies', { json: { title, text } });
    return orMade<SavedReply>(sent, async () =>
      (await read()).find((one) => one.title === title.trim() && one.text === text.trim()),
    );
  });

/** Deletes a saved reply. */
export const useDeleteReply = () =>
  useSavedChange(({ id, version }: SavedReply) =>
    orMade<unknown>(send('delete', 'savedReplies/{id}', { path: { id }, query: { version } }), async () =>
      (await read()).some((one) => one.id === id) ? undefined : true,
    ),
  );
