import type { Translate } from '@lectern/shared-contracts/contract/host.ts';
import { accessibilityFilters } from './accessibility.ts';
import { accessibilityFilterOf } from './shelfFilters.ts';

/** Label of an accessibility filter. */
export function accessibilityName(name: string, t: Translate): string {
  const filter = accessibilityFilterOf(name);
  return filter ? t(accessibilityFilters[filter]) : name;
}
