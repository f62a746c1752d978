import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost } from '@lectern/shared-contracts/react/hooks.ts';

/**
 * Copies a text. The clipboard is missing on plain HTTP and may be refused; what is shown can still be selected.
 * @param said messages of success, and of failure
 */
export function useCopy(): (text: string, said: { done: string; byHand: string }) => void {
  const { notify } = useHost();
  return (text, { done, byHand }) => {
    const copied = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('No clipboard'));
    runInBackground(
      copied.then(
        () => notify.show({ tone: 'success', message: done }),
        () => notify.show({ tone: 'warning', message: byHand }),
      ),
    );
  };
}
