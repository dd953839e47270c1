import { useState } from 'react';
import { callFailure } from '@/api';
import { CallNotice, ConfirmDialog, Switch } from '@/ui';
import { useSetPolicy } from './api';

/** Whether administrators need a passkey. */
export function PolicySwitch({ isOn }: { isOn: boolean }) {
  const policy = useSetPolicy();
  const [asked, setAsked] = useState<boolean>();
  return (
    <section aria-labelledby="logging-in" className="mt-12">
      <h2 id="logging-in" className="display text-2xl">
        Logging in
      </h2>
      <Switch
        className="mt-3"
        isSelected={policy.isPending ? policy.variables : isOn}
        isDisabled={policy.isPending}
        onChange={setAsked}
      >
        Administrators need a passkey
      </Switch>
      <p className="mt-1 max-w-[65ch] text-sm text-ink-2">
        A password alone does not open an administrator’s account then: a copied or guessed one is of no use.
      </p>
      <p role="status" className="mt-2 text-success empty:hidden">
        {policy.isSuccess && policy.data.message}
      </p>
      <ConfirmDialog
        isOpen={asked !== undefined}
        title={asked ? 'Demand a passkey of administrators?' : 'Demand no passkey any more?'}
        confirmLabel={asked ? 'Demand it' : 'Passwords are enough'}
        pending={policy.isPending}
        onClose={() => setAsked(undefined)}
        onConfirm={() => policy.mutate(asked === true, { onSettled: () => setAsked(undefined) })}
      >
        <p>
          {asked
            ? 'Every administrator, you too, then confirms each login with a passkey. Who is logged in without one can change nothing here until then.'
            : 'Who has an administrator’s password can then do everything here with it alone.'}
        </p>
      </ConfirmDialog>
      {policy.error && (
        <div className="mt-3">
          <CallNotice {...callFailure(policy.error)} />
        </div>
      )}
    </section>
  );
}
