import { isTyping } from '@lectern/client/common/searchShortcut.ts';
import type { Updates } from '@lectern/client/pwa/serviceWorker.ts';
import { useReadable } from '@lectern/shared-contracts/react/hooks.ts';
import { useEffect, useState } from 'react';
import { lazyPart } from '../../boundaries/lazyPart.tsx';

const UpdateDialog = lazyPart(() => import('./UpdateDialog.tsx').then((m) => m.UpdateDialog));

/** Pause after the last input before asking: a reader who leaves a field is about to press a button. */
const inputPauseMs = 1_000;

/** Offers a waiting new version, but never while the reader is typing. */
export function UpdatePrompt({ updates }: { updates: Updates }) {
  const waiting = useReadable(updates.waiting);
  const [isOffered, setIsOffered] = useState(false);
  useEffect(() => {
    if (!waiting || isOffered) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const offerUnlessWriting = () => {
      if (!isWriting(document.activeElement)) setIsOffered(true);
    };
    const onFocusOut = () => {
      clearTimeout(timer);
      timer = setTimeout(offerUnlessWriting, inputPauseMs);
    };
    offerUnlessWriting();
    document.addEventListener('focusout', onFocusOut);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('focusout', onFocusOut);
    };
  }, [waiting, isOffered]);
  return isOffered ? <UpdateDialog updates={updates} /> : null;
}

/** Whether the focused field contains text that may be unfinished. */
function isWriting(focused: Element | null): boolean {
  if (!isTyping(focused)) return false;
  if (focused instanceof HTMLTextAreaElement) return focused.value !== '';
  if (focused instanceof HTMLInputElement) return isOfText(focused) && focused.value !== '';
  return !(focused instanceof HTMLSelectElement);
}

/** Checkboxes contain no text. */
const isOfText = (field: HTMLInputElement): boolean => {
  // Text fields have a selection; it is `null` for all other inputs.
  return ['email', 'number'].includes(field.type) || field.selectionStart !== null;
};
