import { Notice } from '@/ui';
import { formFailure } from './problems';

/** Why a form's request failed, above the form; nothing when that is said at its fields, and without a failure. */
export function FormFailure({ error }: { error: unknown }) {
  const words = error ? formFailure(error) : undefined;
  return words === undefined ? null : <Notice tone="error">{words}</Notice>;
}
