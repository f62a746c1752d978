import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { useEffect, useState } from 'react';
import { lazyPart } from '../../boundaries/lazyPart.tsx';
import { useShell } from '../../host/shell.ts';

const CookieQuestion = lazyPart(() => import('./CookieQuestion.tsx').then((m) => m.CookieQuestion));

/** Delay after the load, in milliseconds [CK-01]. */
const delay = 2_000;

/** Asks for consent shortly after the load, until there is an answer. */
export function CookieBanner() {
  const { consent } = useShell();
  const record = useReadable(consent.record);
  const [due, setDue] = useState(false);

  useEffect(() => {
    const timer = setTimeout(setDue, delay, true);
    return () => clearTimeout(timer);
  }, []);

  return record === null && due ? <CookieQuestion /> : null;
}
