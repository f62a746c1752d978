import { useHost, useReadable } from '@lectern/shared-contracts/react/hooks.ts';
import { media } from '@lectern/shared-ui/tokens.ts';
import { useMediaQuery } from '@lectern/shared-ui/useMediaQuery.ts';
import { railCollapsed } from './railCollapsed.ts';

/** The reader's choice; by default collapsed on a tablet, where the rail would take a third of the page. */
export function useRailCollapsed(): boolean {
  const isTablet = useMediaQuery(media.tablet);
  const chosen = useReadable(useHost().preferences.watch<boolean | null>(railCollapsed, null));
  return chosen === true || (chosen !== false && isTablet);
}
