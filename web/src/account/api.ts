/** The calls around logging in (DESIGN §6). */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { send, sessionQuery } from '@/api';
import type { LoginForm } from '@/core';

/** Logs in; both cookies come with the answer, and the session is asked for anew. */
export function useLogin() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (form: LoginForm) => send<{ message: string; role: string }>('post', 'login', { json: form }),
    onSuccess: () => client.fetchQuery({ ...sessionQuery, staleTime: 0 }),
  });
}

/** Asks for a link to choose a new password. The answer is the same for every address. */
export function useForgotPassword() {
  return useMutation({
    mutationFn: (email: string) => send<{ message: string }>('post', 'forgotPassword', { json: { email } }),
  });
}

/** Chooses a new password with the token from the mail. */
export function useResetPassword() {
  return useMutation({
    mutationFn: (form: { token: string; password: string }) =>
      send<{ message: string }>('post', 'resetPassword', { json: form }),
  });
}
