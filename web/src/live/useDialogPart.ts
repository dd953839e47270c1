import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { callWords, part } from '@/api';
import { toast } from '@/ui';

/** How long after the page's own content a dialog is loaded that nobody has opened yet, in milliseconds. */
const LOAD_AFTER_MS = 4_000;

/**
 * A dialog of the live page as `loaded`, undefined until its script is loaded: when it is first `wanted`, or some seconds after the page's content
 * (`isLoaded`), so that it opens without a network, too. A failure of one that is wanted is told, and closes it.
 */
export function useDialogPart<T>(
  name: string,
  load: () => Promise<T>,
  wanted: boolean,
  isLoaded: boolean,
  onClose: () => void,
): { loaded: T } | undefined {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!isLoaded) return;
    const timer = setTimeout(() => setLate(true), LOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isLoaded]);
  const { data, error, isFetching } = useQuery({
    queryKey: ['livePart', name],
    enabled: wanted || late,
    // In an object, because a component is a function.
    queryFn: async () => ({ loaded: await part(load) }),
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const fail = useEffectEvent((reason: unknown) => {
    toast.error(callWords(reason));
    onClose();
  });
  const failed = wanted && !isFetching && !data ? error : null;
  useEffect(() => {
    if (failed) fail(failed);
  }, [failed]);
  return data;
}
