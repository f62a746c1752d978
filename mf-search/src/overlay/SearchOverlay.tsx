import type { OverlayInput } from '@lectern/shared-contracts/contract/points.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { CommandPanel } from '@lectern/shared-ui/CommandPanel.tsx';
import { startTransition, useEffect, useState } from 'react';
import { SearchPanel } from './SearchPanel.tsx';

/** Search over everything, on top of the current page. */
export function SearchOverlay({ input }: { input: OverlayInput }) {
  const t = useTranslate();
  const prewarming = usePrewarm(!input.open);
  const opening = useCount(input.open);
  return (
    <>
      {prewarming ? (
        <div hidden>
          <SearchPanel onClose={input.close} />
        </div>
      ) : null}
      <CommandPanel open={input.open} onOpenChange={(open) => open || input.close()} title={t('Search')}>
        {/* Reopened while the last one is still closing, it starts empty. */}
        <SearchPanel key={opening} onClose={input.close} />
      </CommandPanel>
    </>
  );
}

/** How often `on` has become true. */
function useCount(on: boolean): number {
  const [seen, setSeen] = useState({ on, count: 0 });
  if (seen.on !== on) setSeen({ on, count: seen.count + (on ? 1 : 0) });
  return seen.count;
}

/**
 * Whether to render something once, hidden, while the page is idle, so that its styles are inserted and its code has
 * run before the reader opens it.
 * @param wanted false once it is really shown
 */
function usePrewarm(wanted: boolean): boolean {
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
