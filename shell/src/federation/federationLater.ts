import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import type { Remotes } from './loadRemote.ts';
import type { Registry } from './registry.ts';

export interface Federation {
  registry: Registry;
  remotes: Remotes;
}

/**
 * Registry and remotes whose code comes when it is first wanted: a visitor's pages have no remote.
 * @param bring rejects when the code does not come; the next call asks again.
 */
export function federationLater(bring: () => Promise<Federation>): Federation {
  let coming: Promise<Federation> | null = null;
  const federation = () => {
    coming ??= bring().catch((error) => {
      coming = null;
      throw error;
    });
    return coming;
  };
  return {
    registry: {
      load: async () => (await federation()).registry.load(),
      expire: () =>
        runInBackground(
          federation().then(
            ({ registry }) => registry.expire(),
            () => undefined,
          ),
        ),
    },
    remotes: {
      load: (remote, expose) =>
        federation().then(
          ({ remotes }) => remotes.load(remote, expose),
          (cause) => ({ ok: false, failure: { stage: 'entry', code: 'chunk', remote, cause } }),
        ),
      crashed: (remote, expose, cause) =>
        runInBackground(
          federation().then(
            ({ remotes }) => remotes.crashed(remote, expose, cause),
            () => undefined,
          ),
        ),
      preload: (remote, expose) =>
        federation().then(
          ({ remotes }) => remotes.preload(remote, expose),
          () => false,
        ),
      inUse: async () => (await federation()).remotes.inUse(),
    },
  };
}
