import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { useEffect, useState } from 'react';
import { lazyPart } from '../../boundaries/lazyPart.tsx';
import { isWriting } from '../../pwa/isWriting.ts';
import type { Updates } from '../../pwa/serviceWorker.ts';

const UpdateDialog = lazyPart(() => import('./UpdateDialog.tsx').then((m) => m.UpdateDialog));

/** From the last word until the question, in milliseconds: whoever leaves a field is about to press something else. */
const calm = 1_000;

/** Asks when a new version waits, and never in the middle of a sentence. */
export function UpdatePrompt({ updates }: { updates: Updates }) {
  const waiting = useReadable(updates.waiting);
  const [asked, setAsked] = useState(false);
  useEffect(() => {
    if (!waiting || asked) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      if (!isWriting(document.activeElement)) setAsked(true);
    };
    const left = () => {
      clearTimeout(timer);
      timer = setTimeout(look, calm);
    };
    look();
    document.addEventListener('focusout', left);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('focusout', left);
    };
  }, [waiting, asked]);
  return asked ? <UpdateDialog updates={updates} /> : null;
}
