import type { AuthState } from '@lectern/client/auth/authStore.ts';
import { whenIdle } from '@lectern/client/common/scheduling.ts';
import { createWritable, type Readable } from '@lectern/shared-contracts/contract/readable.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import type { SignedIn, SignedInState } from '../host/shell.ts';
import type { StartedServices } from './createSignedInServices.ts';

export interface SignedInLoader extends SignedIn {
  ready(): Promise<StartedServices>;
  /** Loads it as soon as somebody is signed in, and sends what waited for whoever signs in on this page. */
  follow(auth: Readable<AuthState>): void;
}

/**
 * Brings what only a signed-in reader needs, once; a failure is not kept.
 * @param shown settles when the first page is on the screen
 */
export function createSignedInLoader(
  create: () => Promise<StartedServices>,
  shown: Promise<void>,
): SignedInLoader {
  const state = createWritable<SignedInState>({ status: 'coming' });
  let coming: Promise<StartedServices> | null = null;

  function ready(): Promise<StartedServices> {
    if (coming) return coming;
    if (state.get().status === 'failed') state.set({ status: 'coming' });
    const asked = create();
    coming = asked;
    asked.then(
      (services) => {
        state.set({ status: 'ready', ...services });
        // After the first page: none of this is worth a frame of it.
        runInBackground(shown.then(whenIdle).then(services.startWork));
      },
      (error) => {
        console.error('The frame of a reader could not be loaded.', error);
        coming = null;
        state.set({ status: 'failed' });
      },
    );
    return asked;
  }
  const load = () => {
    ready().catch(() => undefined);
  };

  return {
    state,
    load,
    ready,
    follow(auth) {
      let known: string | null = null;
      let verified = false;
      const look = () => {
        const { status, user } = auth.get();
        const here = status === 'signed-in' ? (user?.id ?? null) : null;
        // Whoever was signed in already has the queue's own pace.
        if (verified && known === null && here !== null)
          runInBackground(
            ready().then(
              (services) => services.pushWaiting(),
              () => undefined,
            ),
          );
        else if (here !== null) load();
        known = here;
        verified ||= status !== 'verifying';
      };
      auth.subscribe(look);
      look();
    },
  };
}
