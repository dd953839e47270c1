import { callFailure } from '@/api';
import { CallNotice, Switch, toast } from '@/ui';
import { useSetPolicy } from './api';

/** Whether administrators need a passkey. */
export function PolicySwitch({ isOn }: { isOn: boolean }) {
  const policy = useSetPolicy();
  return (
    <section aria-labelledby="logging-in" className="mt-12">
      <h2 id="logging-in" className="display text-2xl">
        Logging in
      </h2>
      <Switch
        className="mt-3"
        isSelected={policy.isPending ? policy.variables : isOn}
        isDisabled={policy.isPending}
        onChange={(wanted) => policy.mutate(wanted, { onSuccess: ({ message }) => toast.success(message) })}
      >
        Administrators need a passkey
      </Switch>
      <p className="mt-1 max-w-[65ch] text-sm text-ink-2">
        A password alone does not open an administrator’s account then: a copied or guessed one is of no use.
      </p>
      {policy.error && (
        <div className="mt-3">
          <CallNotice {...callFailure(policy.error)} />
        </div>
      )}
    </section>
  );
}
