/** Changes whose answer is lost: whether the server made them is seen by reading what they change. */
import { isLost } from './network';

/**
 * Waits for a change. When its answer is lost, `read` tells what the server has by now: the answer as it would have been if the change was
 * made, otherwise undefined, and the failure stays.
 */
export async function orMade<T>(change: Promise<T>, read: () => Promise<T | undefined>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    const made = isLost(error) ? await read().catch(() => undefined) : undefined;
    if (made === undefined) throw error;
    return made;
  }
}
