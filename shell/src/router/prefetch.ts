import { prefersSaveData } from '@lectern/client/common/prefersSaveData.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import type { Shell } from '../host/shell.ts';
import { prefetchReads } from '../routes/reads.ts';
import { prefetchCode } from './loadPage.ts';

export interface Prefetch {
  /** A link is pointed at or reached by keyboard: the code of its page. */
  code(path: string): void;
  /** A link is pressed, and the click is a moment away: what its page reads. */
  reads(path: string): void;
}

/** Fetches what a page needs before it is asked for; not for a reader who wants to save data. */
export function createPrefetch(shell: Pick<Shell, 'auth' | 'loader' | 'routes' | 'signedIn'>): Prefetch {
  const { auth, routes, signedIn } = shell;
  const find = (path: string) => (prefersSaveData() ? null : routes.find(path));
  return {
    code(path) {
      const found = find(path);
      if (found) runInBackground(prefetchCode(shell, found));
    },
    reads(path) {
      const found = auth.user.get() === null ? null : find(path);
      if (!found) return;
      signedIn.ready().then(
        ({ host }) => runInBackground(prefetchReads(host.data, found, routes)),
        () => undefined,
      );
    },
  };
}
