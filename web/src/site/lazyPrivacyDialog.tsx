import { type ComponentProps, lazy, Suspense } from 'react';
import type { PrivacyDialog as LoadedDialog } from './PrivacyDialog';

const Loaded = lazy(async () => ({ default: (await import('./PrivacyDialog')).PrivacyDialog }));

/** The privacy dialog, loaded when it is first opened, so that it is not part of every page. */
export function PrivacyDialog(props: ComponentProps<typeof LoadedDialog>) {
  if (!props.isOpen) return null;
  return (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  );
}
