import type { Host } from '@lectern/shared-contracts/contract/host.ts';
import { createWritable } from '@lectern/shared-contracts/contract/readable.ts';
import { CONTRACT_VERSION } from '@lectern/shared-contracts/contract/version.ts';

/** The parts of the Host. */
export type HostParts = Omit<Host, 'contract' | 'auth'> & { user: Host['auth']['user'] };

/** Creates the Host, frozen so that no remote can change it for the others. */
export function createHost({ user, ...parts }: HostParts): Host {
  return Object.freeze({
    ...parts,
    contract: CONTRACT_VERSION,
    auth: { user, hasRole: (role: string) => user.get()?.roles.includes(role) ?? false },
  });
}

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
    showVersions: () => undefined,
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
