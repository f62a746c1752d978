import { preloadScripts } from '@lectern/client/registry/preloadScripts.ts';
import type { FederationRuntime } from './remoteModules.ts';

/**
 * Loads Module Federation. This is its only import(), since a second one would make another chunk. The bundler caches
 * it once loaded, and retries after a failure.
 */
export const loadModuleFederation = async () =>
  (await import(/* webpackChunkName: 'signed-in' */ './moduleFederation.ts')).moduleFederation;

/** Module Federation, loaded with the first remote: the pages of visitors have none. */
export const federationRuntime: FederationRuntime = {
  preloadScripts,
  registerRemotes: async (remotes, options) =>
    (await loadModuleFederation()).registerRemotes(remotes, options),
  loadRemote: async (id) => (await loadModuleFederation()).loadRemote(id),
};
