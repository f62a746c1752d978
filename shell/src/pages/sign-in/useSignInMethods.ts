import type { SignInMethods } from '@lectern/shared-contracts/api/auth.ts';
import { useHost } from '@lectern/shared-contracts/react/hooks.ts';
import { useEffect, useState } from 'react';

/** The available sign-in methods; null while unknown. If the request fails, only the form is shown. */
export function useSignInMethods(): SignInMethods | null {
  const { api } = useHost();
  const [methods, setMethods] = useState<SignInMethods | null>(null);
  useEffect(() => {
    let shown = true;
    api.call('GET /auth/methods', {}).then(
      (answer) => shown && setMethods(answer),
      () => undefined,
    );
    return () => {
      shown = false;
    };
  }, [api]);
  return methods;
}
