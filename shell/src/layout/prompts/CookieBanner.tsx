import { useReadable } from '@lectern/shared-contracts/react/hooks.ts';
import { useEffect, useState } from 'react';
import { lazyPart } from '../../boundaries/lazyPart.tsx';
import { useShell } from '../../host/shell.ts';

const CookieQuestion = lazyPart(() => import('./CookieQuestion.tsx').then((m) => m.CookieQuestion));

/** Delay after the load, in milliseconds [CK-01]. */
const delay = 2_000;

/** Asks for consent shortly after the load, until there is an answer; at once if a reader has asked for the choices. */
export function CookieBanner() {
  const { consent } = useShell();
  const record = useReadable(consent.record);
  const [asked] = useState(isAskedAgain);
  const [due, setDue] = useState(asked);

  useEffect(() => {
    endAskingAgain();
    const timer = setTimeout(setDue, delay, true);
    return () => clearTimeout(timer);
  }, []);

  return record === null && due ? <CookieQuestion customizing={asked} /> : null;
}

const mark = 'askConsent';

/** After the reload that follows, the question about cookies is there at once. Kept in the entry of the history. */
export const askAgainAfterReload = (): void => history.replaceState({ ...history.state, [mark]: true }, '');

export const isAskedAgain = (): boolean => history.state?.[mark] === true;

function endAskingAgain(): void {
  if (isAskedAgain()) history.replaceState({ ...history.state, [mark]: undefined }, '');
}
