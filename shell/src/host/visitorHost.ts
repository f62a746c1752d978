import type { Host } from '@lectern/shared-contracts/contract/host.ts';
import { createWritable } from '@lectern/shared-contracts/contract/readable.ts';
import { createHost, type HostParts } from './createHost.ts';

type VisitorParts = Pick<
  HostParts,
  'user' | 'api' | 'navigation' | 'notify' | 'theme' | 'i18n' | 'events' | 'preferences'
>;

/** The Host of a visitor's pages: no books, nothing stored. */
export function createVisitorHost(parts: VisitorParts): Host {
  return createHost({
    ...parts,
    network: createWritable(navigator.onLine ? 'online' : 'offline'),
    data: readersOnly('data'),
    sync: readersOnly('sync'),
    session: readersOnly('session'),
    uploads: readersOnly('uploads'),
    offlineBooks: readersOnly('offlineBooks'),
    dictionaries: readersOnly('dictionaries'),
    commands: readersOnly('commands'),
    track: () => undefined,
  });
}

/** Throws, so that a visitor's page that uses it is noticed instead of showing an empty library. */
function readersOnly<T extends object>(part: string): T {
  return new Proxy({} as T, {
    get() {
      throw new Error(`Nobody is signed in: the Host has no ${part}.`);
    },
  });
}
