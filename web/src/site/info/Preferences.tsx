import { useState } from 'react';
import { Button } from '@/ui';
import { PrivacyDialog } from '../PrivacyDialog';

/** The button to change the choices about cookies, inside the text that explains them. */
export function Preferences() {
  const [choosing, setChoosing] = useState(false);
  return (
    <>
      <Button className="self-start" onPress={() => setChoosing(true)}>
        Change my preferences
      </Button>
      <PrivacyDialog isOpen={choosing} onClose={() => setChoosing(false)} />
    </>
  );
}
