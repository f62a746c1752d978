import type { ActionType, NetworkState } from '@lectern/shared-contracts/contract/host.ts';
import type { Readable } from '@lectern/shared-contracts/contract/readable.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { type AnyActionType, anyAction } from '@lectern/shared-contracts/sync/anyAction.ts';
import { builtInActions } from '@lectern/shared-contracts/sync/builtInActions.ts';

export interface ActionTypes {
  get(type: string): AnyActionType | undefined;
  /** Whether a remote owns this type; its module need not be loaded yet. Such a write is not refused as unknown. */
  isOwned?(type: string): boolean;
  /**
   * @returns a function that unregisters the type, unless it was registered again since
   * @throws Error for a type of the shell: no remote may replace it
   */
  register<P>(type: ActionType<P>): () => void;
}

export function createActionTypes(): ActionTypes {
  const own = new Set(builtInActions.map(({ type }) => type));
  const types = new Map(builtInActions.map((type) => [type.type, type]));
  return {
    get: (type) => types.get(type),
    register(type) {
      if (own.has(type.type)) throw new Error(`The sync action type ${type.type} is the shell's own.`);
      const registered = anyAction(type);
      types.set(type.type, registered);
      return () => {
        if (types.get(type.type) === registered) types.delete(type.type);
      };
    },
  };
}

export function unknownType(type: string): Error {
  return new Error(`Unknown sync action type: ${type}`);
}

/** For the developer of the caller. */
export function unfitPayload(type: string): Error {
  return new Error(`The payload is not accepted by the sync action type ${type}`);
}

/** By type: loads the module of the remote that owns it, with all types that it knows. */
export type ActionTypeModules = ReadonlyMap<string, () => Promise<readonly ActionType<unknown>[]>>;

interface ActionTypeLoaderPorts {
  types: Pick<ActionTypes, 'get'>;
  modules: Readable<ActionTypeModules>;
  network: Readable<NetworkState>;
  register(type: ActionType<unknown>): void;
}

/**
 * Loads the code that sends and shows queued writes of remotes, even if their pages are never opened: after a
 * reload, on another page, after a week.
 */
export function createActionTypeLoader({ types, modules, network, register }: ActionTypeLoaderPorts) {
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
    /** Whether a remote owns this type; its module need not be loaded yet. */
    isOwned: (type: string) => modules.get().has(type),
    /**
     * Loads the modules of types that are not known yet. Never rejects: a module that fails is tried again later.
     */
    load,
    /** Loads what waiting writes need, now and whenever the queue, the registry or the network changes. */
    follow(waiting: Readable<readonly { type: string }[]>) {
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
