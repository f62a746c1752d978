import type { Translate } from '@lectern/shared-contracts/contract/host.ts';
import { deviceName } from '@lectern/shared-contracts/domain/deviceName.ts';

/** Label of a browser: 'Firefox on Linux'; null when its user agent does not tell. */
export function browserLabel(userAgent: string, t: Translate): string | null {
  const { browser, system } = deviceName(userAgent);
  return browser && system ? t('{{browser}} on {{system}}', { browser, system }) : (browser ?? system);
}

/** Label of what made a change, by its user agent ('Mozilla/5.0 …'; null when that does not tell) or given name. */
export const writerLabel = (device: string, t: Translate): string | null =>
  /^\S+\/\d/.test(device) ? browserLabel(device, t) : device;
