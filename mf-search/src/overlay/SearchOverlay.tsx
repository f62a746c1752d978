import type { FederatedProps } from '@lectern/shared-contracts/contract/host.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { CommandPanel } from '@lectern/shared-ui/CommandPanel.tsx';
import { SearchPanel } from './SearchPanel.tsx';
import { usePrewarm } from './usePrewarm.ts';

/** Search over everything, in front of whatever page is open. */
export function SearchOverlay({ slot }: Omit<FederatedProps, 'host'>) {
  const t = useTranslate();
  const prewarming = usePrewarm(slot !== undefined && !slot.open);
  if (!slot) return null;
  return (
    <>
      {prewarming ? (
        <div hidden>
          <SearchPanel onClose={slot.close} />
        </div>
      ) : null}
      <CommandPanel open={slot.open} onOpenChange={(open) => open || slot.close()} title={t('Search')}>
        <SearchPanel onClose={slot.close} />
      </CommandPanel>
    </>
  );
}
