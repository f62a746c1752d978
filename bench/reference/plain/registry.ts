/** In the place of the registry in the plain build: there is nothing to ask for. */
import type { Registry } from '../../../shell/src/federation/registry.ts';

export function createRegistry(): Registry {
  return { load: async () => ({ remotes: new Map(), refused: [] }), expire: () => undefined };
}
