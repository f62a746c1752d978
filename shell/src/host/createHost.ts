import type { Host, HostReads } from '@lectern/shared-contracts/contract/host.ts';
import { createWritable } from '@lectern/shared-contracts/contract/readable.ts';
import { CONTRACT_VERSION } from '@lectern/shared-contracts/contract/version.ts';

/** What each remote has of its own. */
export interface RemoteParts {
  config: Host['config'];
  collection: Host['data']['collection'];
}

/** The parts of the Host. */
export type HostParts = Omit<Host, 'contract' | 'auth' | 'config' | 'data'> & {
  user: Host['auth']['user'];
  data: HostReads;
};

const hostsOfRemotes = new WeakMap<Host, (remote: string) => Host>();

/** The Host that a remote gets: with its own rows and settings. */
export const hostFor = (host: Host, remote: string): Host => hostsOfRemotes.get(host)?.(remote) ?? host;

/**
 * Creates the Host, frozen so that no remote can change it for the others.
 * @param partsOf what a remote has of its own; the shell itself has none
 */
export function createHost(parts: HostParts, partsOf?: (remote: string) => RemoteParts): Host {
  const host = frozenHost(parts, noParts);
  if (partsOf) {
    const hosts = new Map<string, Host>();
    hostsOfRemotes.set(host, (remote) => {
      const own = hosts.get(remote) ?? frozenHost(parts, partsOf(remote));
      hosts.set(remote, own);
      return own;
    });
  }
  return host;
}

const noParts: RemoteParts = {
  config: createWritable({}),
  collection(name) {
    throw new Error(`Only remotes have collections: the shell has no ${name}.`);
  },
};

function frozenHost({ user, data, ...parts }: HostParts, { config, collection }: RemoteParts): Host {
  return Object.freeze({
    ...parts,
    config,
    data: Object.freeze({
      watch: (key, request, options) => data.watch(key, request, options),
      refresh: (key) => data.refresh(key),
      collection,
    } satisfies Host['data']),
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
    point: () => noFills,
    showVersions: () => undefined,
    track: () => undefined,
  });
}

const noFills = createWritable([]);

/** Throws, so that a visitor's page that uses it is noticed instead of showing an empty library. */
function readersOnly<T extends object>(part: string): T {
  return new Proxy({} as T, {
    get(target, key) {
      // Such as `toString`, which React's development build calls to show what has changed.
      if (key in target) return Reflect.get(target, key);
      throw new Error(`Nobody is signed in: the Host has no ${part}.`);
    },
  });
}
