/** A change that is sent once, however often its button is pressed. */
import type { MutateOptions, UseMutationResult } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';

/**
 * Returns the `mutate` of a change, which ignores every call until the one before is settled. `isPending` alone is not enough: a second
 * press may come before the first one is rendered, and what is sent twice is refused the second time.
 */
export function useOnce<Output, Input>({ mutate }: UseMutationResult<Output, Error, Input>) {
  const isSent = useRef(false);
  return useCallback(
    (input: Input, options?: MutateOptions<Output, Error, Input>) => {
      if (isSent.current) return;
      isSent.current = true;
      mutate(input, {
        ...options,
        onSettled: (...settled) => {
          isSent.current = false;
          options?.onSettled?.(...settled);
        },
      });
    },
    [mutate],
  );
}
