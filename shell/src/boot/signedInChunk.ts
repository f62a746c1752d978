import { preloadScripts } from '@lectern/client/registry/entryFiles.ts';
import type { FederationRuntime } from '../remotes/federation/remoteModules.ts';

/** Loads the code for signed-in readers. This is its only import(), since a second one would make another chunk. */
export const loadSignedInServices = () =>
  import(/* webpackChunkName: 'signed-in' */ './createSignedInServices.ts');

/** Loads the registry of remotes and what runs their modules: the pages of visitors have none. */
export const loadRemoteCode = () => import(/* webpackChunkName: 'signed-in' */ './remoteCode.ts');

/** Loads i18next. The only import() of the engine: a second one would make another chunk with the same modules. */
export const loadTextEngine = () =>
  import(/* webpackChunkName: 'signed-in' */ '@lectern/client/services/i18n/engine.ts');

/**
 * Loads Module Federation. This is its only import(), since a second one would make another chunk. The bundler caches
 * it once loaded, and retries after a failure.
 */
export const loadModuleFederation = async () =>
  (await import(/* webpackChunkName: 'signed-in' */ '../remotes/federation/moduleFederation.ts'))
    .moduleFederation;

/** Module Federation, loaded with the first remote: the pages of visitors have none. */
export const federationRuntime: FederationRuntime = {
  preloadScripts,
  registerRemotes: async (remotes, options) =>
    (await loadModuleFederation()).registerRemotes(remotes, options),
  loadRemote: async (id) => (await loadModuleFederation()).loadRemote(id),
};
