import type { SignInMethods } from '@lectern/shared-contracts/api/auth.ts';
import { useHost } from '@lectern/shared-contracts/react/hooks.ts';
import { useEffect, useState } from 'react';

/** How one signs in here; null until it is known. Without an answer the form alone is offered, which needs none. */
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
