import type { Registry } from '@lectern/client/registry/registry.ts';
import type { RemoteContents } from '@lectern/client/registry/remoteContent.ts';
import { createWritable } from '@lectern/shared-contracts/contract/readable.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';

interface LateRegistry extends Registry {
  /** Like `described`, but the first time the content of the last visit will do. */
  known(): Promise<void>;
}

/**
 * The registry of remotes, created when it is first used: a visitor's pages do without its code.
 * @param create rejects when the code cannot be loaded, which is not cached
 */
export function createLateRegistry(create: () => Promise<Registry>): LateRegistry {
  const contents = createWritable<RemoteContents>(new Map());
  let creating: Promise<Registry> | null = null;

  async function createAndFollow(): Promise<Registry> {
    const registry = await create();
    const follow = () => contents.set(registry.contents.get());
    if (registry.contents.get().size > 0) follow();
    registry.contents.subscribe(follow);
    return registry;
  }

  function ready(): Promise<Registry> {
    creating ??= createAndFollow().catch((error: unknown) => {
      creating = null;
      throw error;
    });
    return creating;
  }

  return {
    contents,
    load: async () => (await ready()).load(),
    expire: () => runInBackground(creating?.then((registry) => registry.expire())),
    described: () => ready().then((registry) => registry.described(), console.error),
    async known() {
      const before = contents.get();
      const registry = await ready().catch(console.error);
      if (contents.get() === before) await registry?.described();
    },
  };
}
