import { prefersSaveData } from '@lectern/client/common/prefersSaveData.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import type { Shell } from '../host/shell.ts';
import { prefetchReads } from '../routes/reads.ts';
import { loadCode } from './loadPage.ts';

export interface Prefetch {
  /** Hover or focus of a link: prefetches the code of its page. */
  code(path: string): void;
  /** Pointer down on a link: prefetches the reads of its page. */
  reads(path: string): void;
}

/** Prefetches pages; not with Save-Data. */
export function createPrefetch(shell: Pick<Shell, 'auth' | 'loader' | 'routes' | 'signedIn'>): Prefetch {
  const { auth, routes, signedIn } = shell;
  const find = (path: string) => (prefersSaveData() ? null : routes.find(path));
  return {
    code(path) {
      const match = find(path);
      if (match) runInBackground(loadCode(shell, match));
    },
    reads(path) {
      const match = auth.user.get() === null ? null : find(path);
      if (!match) return;
      signedIn.ready().then(
        ({ host }) => runInBackground(prefetchReads(host.data, match, routes)),
        () => undefined,
      );
    },
  };
}
