/** The requests for logging in and for a new password (DESIGN §6). */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { send, sessionQuery } from '@/api';
import type { LoginForm } from '@/core';

/** Logs in; the response sets both cookies, and the session is read again. */
export function useLogin() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (form: LoginForm) => send('post', 'login', { json: form }),
    onSuccess: () => client.fetchQuery({ ...sessionQuery, staleTime: 0 }),
  });
}

/** Requests a link to choose a new password. The response is the same for every address. */
export function useForgotPassword() {
  return useMutation({
    mutationFn: (email: string) => send('post', 'forgotPassword', { json: { email } }),
  });
}

/** Sets a new password with the token from the e-mail. */
export function useResetPassword() {
  return useMutation({
    mutationFn: (form: { token: string; password: string }) => send('post', 'resetPassword', { json: form }),
  });
}
