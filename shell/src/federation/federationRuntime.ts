import { preloadScripts } from './preloadScripts.ts';
import type { FederationRuntime } from './remoteModules.ts';

/** The bundler caches successful imports and retries failed ones. */
const bring = async () =>
  (await import(/* webpackChunkName: 'federation' */ './moduleFederation.ts')).moduleFederation;

/** The Module Federation runtime, loaded with the first remote: a visitor's pages need none. */
export const federationRuntime: FederationRuntime = {
  preloadScripts,
  registerRemotes: async (remotes, options) => (await bring()).registerRemotes(remotes, options),
  loadRemote: async (id) => (await bring()).loadRemote(id),
};
