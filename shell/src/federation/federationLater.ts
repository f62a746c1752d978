import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import type { Remotes } from './loadRemote.ts';

/**
 * Remotes whose loader comes when it is first wanted: a visitor's pages have no remote.
 * @param bring rejects when the code does not come; the next call asks again.
 */
export function federationLater(bring: () => Promise<Remotes>): Remotes {
  let coming: Promise<Remotes> | null = null;
  const federation = () => {
    coming ??= bring().catch((error) => {
      coming = null;
      throw error;
    });
    return coming;
  };
  const tell = (what: (remotes: Remotes) => void) =>
    runInBackground(federation().then(what, () => undefined));
  const failed = (remote: string) => (cause: unknown) =>
    ({ ok: false, failure: { stage: 'entry', code: 'chunk', remote, cause } }) as const;
  return {
    load: (remote, expose) => federation().then((remotes) => remotes.load(remote, expose), failed(remote)),
    loadModule: (remote, expose) =>
      federation().then((remotes) => remotes.loadModule(remote, expose), failed(remote)),
    crashed: (remote, expose, cause) => tell((remotes) => remotes.crashed(remote, expose, cause)),
    refused: (remote, expose, code) => tell((remotes) => remotes.refused(remote, expose, code)),
    preload: (remote, expose) =>
      federation().then(
        (remotes) => remotes.preload(remote, expose),
        () => false,
      ),
    inUse: async () => (await federation()).inUse(),
  };
}
