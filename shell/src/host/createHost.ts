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
      const own = hosts.get(remote) ?? frozenHost(restrictedTo(remote, parts), partsOf(remote));
      hosts.set(remote, own);
      return own;
    });
  }
  return host;
}

/**
 * The Host with rows and backend of this remote only, so that a mistake reaches no other. Code that wants to can go
 * around it: what remotes may do is for the operator to decide.
 */
function restrictedTo(remote: string, { api, data, sync, ...parts }: HostParts): HostParts {
  const check = (part: unknown) => {
    if (part !== undefined && part !== remote) throw new Error(`${remote} asks for what ${part} keeps.`);
  };
  const partOf = (request: unknown) => (request as { params?: { part?: unknown } }).params?.part;
  return {
    ...parts,
    api: {
      ...api,
      async call(key, request) {
        check(partOf(request));
        return api.call(key, request);
      },
    },
    data: {
      ...data,
      watch(key, request, options) {
        check(partOf(request));
        return data.watch(key, request, options);
      },
    },
    sync: {
      ...sync,
      async enqueue(type, payload, options) {
        if (type === 'PUT_PART_ROW' || type === 'DELETE_PART_ROW')
          check((payload as { part?: unknown }).part);
        return sync.enqueue(type, payload, options);
      },
    },
  };
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
