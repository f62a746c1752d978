import { preloadScripts } from './preloadScripts.ts';
import type { FederationRuntime } from './remoteModules.ts';

/** The bundler keeps what has come, and asks again for what has not. */
const bring = async () =>
  (await import(/* webpackChunkName: 'federation' */ './moduleFederation.ts')).moduleFederation;

/** Module Federation, whose code comes with the first remote that is wanted: a visitor's pages have none. */
export const federationRuntime: FederationRuntime = {
  preloadScripts,
  registerRemotes: async (remotes, options) => (await bring()).registerRemotes(remotes, options),
  loadRemote: async (id) => (await bring()).loadRemote(id),
};
