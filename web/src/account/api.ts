/** The requests for logging in and for a new password (DESIGN §6). */
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { CallError, myResultsQuery, send, sessionQuery } from '@/api';
import type { LoginForm } from '@/core';
import { confirmPasskey, type PasskeyCeremony } from './webauthn';

/** After a login, which has set both cookies: reads the session, and without waiting the own results. */
async function entered(client: QueryClient): Promise<void> {
  const session = await client.fetchQuery({ ...sessionQuery, staleTime: 0 });
  if (session.loggedIn) void client.prefetchQuery({ ...myResultsQuery, staleTime: 0 });
}

/** Logs in by the password. */
export function useLogin() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (form: LoginForm & { remember: boolean }) => send('post', 'login', { json: form }),
    networkMode: 'always',
    onSuccess: () => entered(client),
  });
}

/** The ceremony that a login by the password demands in addition; undefined for every other failure. */
export function demandedPasskey(error: unknown): PasskeyCeremony | undefined {
  const refusal = error instanceof CallError ? error.refusal : undefined;
  if (refusal?.code !== 'PASSKEY_NEEDED') return undefined;
  const { ceremony, options } = refusal as unknown as Partial<PasskeyCeremony>;
  return ceremony !== undefined && options !== undefined ? { ceremony, options } : undefined;
}

/** How a login by a passkey goes. */
interface PasskeyLogin {
  /** The ceremony that a login by the password demanded; without it, one of its own. */
  demanded?: PasskeyCeremony;
  /** Whether the session outlives the browser's. */
  remember: boolean;
}

/** Logs in by a passkey. */
export function usePasskeyLogin() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ demanded, remember }: PasskeyLogin) => {
      const { ceremony, options } = demanded ?? (await send('post', 'passkeyLogin/options', { json: {} }));
      const credential = await confirmPasskey(options);
      return send('post', 'passkeyLogin', { json: { ceremony, credential, remember } });
    },
    networkMode: 'always',
    onSuccess: () => entered(client),
  });
}

/** Requests a link to choose a new password. The response is the same for every address. */
export function useForgotPassword() {
  return useMutation({
    mutationFn: (email: string) => send('post', 'forgotPassword', { json: { email } }),
    networkMode: 'always',
  });
}

/** The username of the account whose password a mail's link changes; of a link that does not work, why. */
export const resetLinkQuery = (token: string) =>
  queryOptions({
    queryKey: ['own', 'resetLink', token],
    queryFn: async (): Promise<{ username: string } | { refusal: string }> => {
      try {
        const { Username } = await send('post', 'resetPassword/check', { json: { token } });
        return { username: Username };
      } catch (error) {
        if (error instanceof CallError && error.status === 400) return { refusal: error.message };
        throw error;
      }
    },
    staleTime: 0,
  });

/** Sets a new password with the token from the e-mail. */
export function useResetPassword() {
  return useMutation({
    mutationFn: (form: { token: string; password: string }) => send('post', 'resetPassword', { json: form }),
    networkMode: 'always',
  });
}
