import type { FederationRuntime } from '../../../shell/src/federation/loadRemote.ts';
import { loadRemote, registerRemotes } from './runtime.ts';

/** In the place of the shell's own in the plain build: nothing to register, nothing to fetch ahead. */
export const federationRuntime: FederationRuntime = {
  registerRemotes,
  loadRemote,
  fetchAhead: () => undefined,
};
