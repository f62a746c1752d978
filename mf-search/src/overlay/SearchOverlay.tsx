import type { FederatedProps } from '@lectern/shared-contracts/contract/host.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { CommandPanel } from '@lectern/shared-ui/CommandPanel.tsx';
import { useState } from 'react';
import { SearchPanel } from './SearchPanel.tsx';
import { usePrewarm } from './usePrewarm.ts';

/** Search over everything, on top of the current page. */
export function SearchOverlay({ slot }: Pick<FederatedProps, 'slot'>) {
  const t = useTranslate();
  const prewarming = usePrewarm(slot !== undefined && !slot.open);
  const opening = useCount(slot?.open === true);
  if (!slot) return null;
  return (
    <>
      {prewarming ? (
        <div hidden>
          <SearchPanel onClose={slot.close} />
        </div>
      ) : null}
      <CommandPanel open={slot.open} onOpenChange={(open) => open || slot.close()} title={t('Search')}>
        {/* Reopened while the last one is still closing, it starts empty. */}
        <SearchPanel key={opening} onClose={slot.close} />
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
