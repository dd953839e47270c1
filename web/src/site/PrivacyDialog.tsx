import { useState } from 'react';
import { Button, Dialog, remembered, Switch } from '@/ui';
import { analyticsAllowed, CONSENT_KEYS, chooseConsent } from './consent';

/** The choices about cookies, one by one. Opened by the banner and, later, from the footer. */
export function PrivacyDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog title="Privacy preferences" isOpen={isOpen} onClose={onClose}>
      <Choices onClose={onClose} />
    </Dialog>
  );
}

/** Begins anew at every opening, so that Cancel leaves nothing behind. */
function Choices({ onClose }: { onClose: () => void }) {
  // On until somebody switched it off.
  const [analytics, setAnalytics] = useState(
    () => remembered(CONSENT_KEYS.analytics) === undefined || analyticsAllowed(),
  );
  const save = () => {
    chooseConsent(analytics);
    onClose();
  };
  return (
    <div className="flex flex-col gap-6">
      <div>
        <Switch isSelected isDisabled onChange={() => {}}>
          Essential cookies
        </Switch>
        <p className="mt-1 text-sm text-ink-2">
          Always on. They keep you logged in and remember your choices here. Nothing in them follows you elsewhere.
        </p>
      </div>
      <div>
        <Switch isSelected={analytics} onChange={setAnalytics}>
          Analytics
        </Switch>
        <p className="mt-1 text-sm text-ink-2">
          Counts which pages are read, so that we know what runners look for. It runs on our own server and is shared
          with nobody.
        </p>
      </div>
      <div className="flex flex-wrap justify-end gap-3 border-t border-rule pt-4">
        <Button onPress={onClose}>Cancel</Button>
        <Button tone="ink" onPress={save}>
          Save Preferences
        </Button>
      </div>
    </div>
  );
}
