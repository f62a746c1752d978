import type { ActionType, NetworkState } from '@lectern/shared-contracts/contract/host.ts';
import type { Readable } from '@lectern/shared-contracts/contract/readable.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import type { ActionTypes } from './actionTypes.ts';

/** By type: loads the module of the remote that owns it, with all types that it knows. */
export type ActionTypeModules = ReadonlyMap<string, () => Promise<readonly ActionType<unknown>[]>>;

export interface ActionTypeLoaderPorts {
  types: Pick<ActionTypes, 'get'>;
  modules: Readable<ActionTypeModules>;
  network: Readable<NetworkState>;
  register(type: ActionType<unknown>): void;
}

export interface ActionTypeLoader {
  /** Whether a remote owns this type; its module need not be loaded yet. */
  isOwned(type: string): boolean;
  /**
   * Loads the modules of types that are not known yet. Never rejects: a module that fails is tried again later.
   */
  load(types: Iterable<string>): Promise<void>;
  /** Loads what waiting writes need, now and whenever the queue, the registry or the network changes. */
  follow(waiting: Readable<readonly { type: string }[]>): void;
}

/**
 * Loads the code that sends and shows queued writes of remotes, even if their pages are never opened: after a
 * reload, on another page, after a week.
 */
export function createActionTypeLoader({
  types,
  modules,
  network,
  register,
}: ActionTypeLoaderPorts): ActionTypeLoader {
  const loading = new Map<string, Promise<void>>();

  function loadOne(type: string): Promise<void> {
    const loadModule = modules.get().get(type);
    if (types.get(type) !== undefined || loadModule === undefined) return Promise.resolve();
    const pending = loading.get(type);
    if (pending) return pending;
    const work = loadModule()
      .then((loaded) => {
        for (const actionType of loaded) if (types.get(actionType.type) === undefined) register(actionType);
      })
      .catch((error) => console.error(`The queued writes of type ${type} have to wait.`, error))
      .finally(() => loading.delete(type));
    loading.set(type, work);
    return work;
  }

  async function load(wanted: Iterable<string>): Promise<void> {
    await Promise.all([...new Set(wanted)].map(loadOne));
  }

  return {
    isOwned: (type) => modules.get().has(type),
    load,
    follow(waiting) {
      let tried: readonly unknown[] = [];
      const loadUnknown = () => {
        const wanted = waiting.get().map(({ type }) => type);
        const unknown = [...new Set(wanted)].filter((type) => types.get(type) === undefined);
        // Another try is made only after a change: not for the same writes with the same modules on the same network.
        const now = [modules.get(), network.get(), ...unknown];
        if (unknown.length === 0 || now.every((value, index) => value === tried[index])) return;
        tried = now;
        runInBackground(load(unknown));
      };
      waiting.subscribe(loadUnknown);
      modules.subscribe(loadUnknown);
      network.subscribe(loadUnknown);
      loadUnknown();
    },
  };
}
