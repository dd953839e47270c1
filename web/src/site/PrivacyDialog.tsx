import { useState } from 'react';
import { Button, Dialog, Switch, storedText } from '@/ui';
import { analyticsAllowed, CONSENT_KEYS, chooseConsent, consentWords } from './consent';

/** The dialog for the single choices about cookies. Opened from the banner and from the footer. */
export function PrivacyDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog title="Privacy preferences" isOpen={isOpen} onClose={onClose}>
      <Choices onClose={onClose} />
    </Dialog>
  );
}

/** A component of its own, so that its state is new each time the dialog is opened and Cancel discards all changes. */
function Choices({ onClose }: { onClose: () => void }) {
  // On unless the visitor has declined it.
  const [analytics, setAnalytics] = useState(
    () => storedText(CONSENT_KEYS.analytics) === undefined || analyticsAllowed(),
  );
  const words = consentWords();
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
        <p className="mt-1 text-sm text-ink-2">{words.essential}</p>
      </div>
      <div>
        <Switch isSelected={analytics} onChange={setAnalytics}>
          Analytics
        </Switch>
        <p className="mt-1 text-sm text-ink-2">{words.analytics}</p>
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
