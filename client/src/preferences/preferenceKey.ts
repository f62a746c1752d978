import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';

/** @param who id of the reader, or 'visitor' */
export const preferenceKey = (who: string, name: string): string =>
  `${storageKeys.preferences}.${who}.${name}`;
