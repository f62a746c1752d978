import { preloadScripts } from '@lectern/client/registry/preloadScripts.ts';
import type { FederationRuntime } from './remoteModules.ts';

/**
 * Loads Module Federation. The only import() of it: a second one would make another chunk. The bundler keeps what has
 * loaded, and fetches again what has not.
 */
export const loadModuleFederation = async () =>
  (await import(/* webpackChunkName: 'federation' */ './moduleFederation.ts')).moduleFederation;

/** Module Federation, loaded with the first remote: the pages of visitors have none. */
export const federationRuntime: FederationRuntime = {
  preloadScripts,
  registerRemotes: async (remotes, options) =>
    (await loadModuleFederation()).registerRemotes(remotes, options),
  loadRemote: async (id) => (await loadModuleFederation()).loadRemote(id),
};
