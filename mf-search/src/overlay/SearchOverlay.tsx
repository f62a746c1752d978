import { type FederatedProps, useTranslate } from '@lectern/shared-contracts/host.ts';
import { CommandPanel } from '@lectern/shared-ui/CommandPanel.tsx';
import { SearchPanel } from './SearchPanel.tsx';

/** Search over everything, in front of whatever page is open. */
export function SearchOverlay({ slot }: Omit<FederatedProps, 'host'>) {
  const t = useTranslate();
  if (!slot) return null;
  return (
    <CommandPanel open={slot.open} onOpenChange={(open) => open || slot.close()} title={t('Search')}>
      <SearchPanel onClose={slot.close} />
    </CommandPanel>
  );
}
