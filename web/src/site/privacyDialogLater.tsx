import { type ComponentProps, lazy, Suspense } from 'react';
import type { PrivacyDialog as Whole } from './PrivacyDialog';

const Loaded = lazy(async () => ({ default: (await import('./PrivacyDialog')).PrivacyDialog }));

/** The privacy dialog, fetched when somebody first opens it: every page would carry it otherwise. */
export function PrivacyDialog(props: ComponentProps<typeof Whole>) {
  if (!props.isOpen) return null;
  return (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  );
}
