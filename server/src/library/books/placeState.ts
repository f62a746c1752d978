import { createHash } from 'node:crypto';
import type { Locator } from '@lectern/shared-contracts/api/locator.ts';

/** A place in a file that is not read, and the digest of the same place in the file that is. */
interface KeptPlace {
  was: { position: Locator | null; page: number | null; percentage: number };
  now: string;
}

/** By the key of the place. */
export type KeptPlaces = Readonly<Record<string, KeptPlace>>;

/** Changes when the reader moves a place. */
export const stateOf = ({ position, page }: { position: Locator | null; page: number | null }): string =>
  createHash('sha1')
    .update(JSON.stringify([position, page]))
    .digest('base64url');
