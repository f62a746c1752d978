import type { RemoteContents } from '@lectern/client/registry/remoteContent.ts';
import type { ActionType } from '@lectern/shared-contracts/contract/host.ts';
import { remembered } from '@lectern/shared-contracts/domain/remembered.ts';
import type { Loader } from './loader.ts';

/** Loaders of the modules that define types of queued writes, by type. They reject when loading fails. */
export type ActionModules = ReadonlyMap<string, () => Promise<readonly ActionType<unknown>[]>>;

/** The types of queued writes of remotes; if two define the same type, the first wins. */
export const actionModulesBy = (loader: Pick<Loader, 'loadModule'>) =>
  remembered((contents: RemoteContents) => {
    const modules = new Map<string, () => Promise<readonly ActionType<unknown>[]>>();
    for (const [remote, { actions }] of contents) {
      for (const { types, expose } of actions) {
        const load = async () => {
          const loaded = await loader.loadModule({ remote, expose });
          if (!loaded.ok)
            throw new Error(`The queued writes of ${remote} could not be loaded.`, { cause: loaded.failure });
          return actionTypesOf(loaded.module).filter(({ type }) => types.includes(type));
        };
        for (const type of types) if (!modules.has(type)) modules.set(type, load);
      }
    }
    return modules as ActionModules;
  });

/** The default export, if it is a list of action types. */
function actionTypesOf(module: unknown): ActionType<unknown>[] {
  const exported =
    typeof module === 'object' && module !== null && 'default' in module ? module.default : null;
  return Array.isArray(exported)
    ? exported.filter((type) => typeof type?.type === 'string' && typeof type.request === 'function')
    : [];
}
