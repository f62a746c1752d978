import { startTransition, useEffect, useState } from 'react';

/**
 * Whether something is to be rendered once, out of sight, while the page is at rest: its rules of style are in the page
 * then, and its code has run, before a reader asks for it and waits.
 * @param wanted false once it is there in earnest
 */
export function usePrewarm(wanted: boolean): boolean {
  const [stage, setStage] = useState<'before' | 'now' | 'over'>('before');
  useEffect(() => {
    if (!wanted || stage === 'over') return undefined;
    if (stage === 'now') return setStage('over');
    // Safari has no idle callbacks: there it stays as it was.
    if (typeof requestIdleCallback === 'undefined') return undefined;
    const idle = requestIdleCallback(() => startTransition(() => setStage('now')));
    return () => cancelIdleCallback(idle);
  }, [wanted, stage]);
  return wanted && stage === 'now';
}
