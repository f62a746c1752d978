import { startTransition, useEffect, useState } from 'react';

/**
 * Whether to render something once, hidden, while the page is idle, so that its styles are inserted and its code has
 * run before the reader opens it.
 * @param wanted false once it is really shown
 */
export function usePrewarm(wanted: boolean): boolean {
  const [stage, setStage] = useState<'before' | 'now' | 'over'>('before');
  useEffect(() => {
    if (!wanted || stage === 'over') return undefined;
    if (stage === 'now') return setStage('over');
    // Safari has no requestIdleCallback: nothing is prewarmed there.
    if (typeof requestIdleCallback === 'undefined') return undefined;
    const idle = requestIdleCallback(() => startTransition(() => setStage('now')));
    return () => cancelIdleCallback(idle);
  }, [wanted, stage]);
  return wanted && stage === 'now';
}
