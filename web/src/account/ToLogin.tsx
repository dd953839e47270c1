import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/** Goes to the login, which comes back here afterwards: for a page whose session has ended before it showed anything (SPEC §8). */
export function ToLogin() {
  const navigate = useNavigate();
  // As it was when the page was opened: on the way to the login it is the login's own.
  const [from] = useState(useRouterState({ select: (state) => state.location.href }));
  useEffect(() => {
    void navigate({ to: '/login', search: { from } as never, replace: true });
  }, [navigate, from]);
  return null;
}
