import { FormFailure } from '@/account/FormFailure';
import type { Profile } from '@/api';
import { core } from '@/core';
import { useChangeProfile } from './api';
import { Choice } from './PrivacySection';
import { SavedNote } from './Saved';

/** Which mails the person gets. */
export function MailsSection({ profile }: { profile: Profile }) {
  const change = useChangeProfile();
  const wanted = change.isPending ? change.variables : {};
  return (
    <div className="flex max-w-xl flex-col gap-5">
      <FormFailure error={change.error} />
      <Choice
        title="New results under my name"
        words="A mail when results are published that may be yours, once for each race."
        isOn={wanted.noticeResults ?? profile.noticeResults}
        isReadOnly={change.isPending}
        onChange={(noticeResults) => change.mutate({ noticeResults })}
      />
      <Choice
        title="Login on a new device"
        words="A mail when somebody logs in to your account on a device that it has not seen before."
        isOn={wanted.noticeDevices ?? profile.noticeDevices}
        isReadOnly={change.isPending}
        onChange={(noticeDevices) => change.mutate({ noticeDevices })}
      />
      <SavedNote>{change.isSuccess && core().profileSaved().text}</SavedNote>
      <p className="text-sm text-ink-3">
        Mails about your password and your e-mail address are always sent: they protect the account.
      </p>
    </div>
  );
}
