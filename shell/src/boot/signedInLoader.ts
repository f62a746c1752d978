import type { AuthState } from '@lectern/client/auth/authStore.ts';
import { whenIdle } from '@lectern/client/common/scheduling.ts';
import { createWritable, type Readable } from '@lectern/shared-contracts/contract/readable.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import type { SignedIn, SignedInState } from '../host/shell.ts';
import type { StartedServices } from './createSignedInServices.ts';

export interface SignedInLoader extends SignedIn {
  ready(): Promise<StartedServices>;
  /**
   * Loads the services as soon as somebody is signed in, and sends pending changes after a sign-in on this page.
   * @param onSignIn called at a sign-in on this page, before its reads
   */
  follow(auth: Readable<AuthState>, onSignIn: () => void): void;
}

/**
 * Loads the services of a signed-in reader once; a failure is not cached.
 * @param shown settles when the first page has been painted
 */
export function createSignedInLoader(
  create: () => Promise<StartedServices>,
  shown: Promise<void>,
): SignedInLoader {
  const state = createWritable<SignedInState>({ status: 'loading' });
  let loading: Promise<StartedServices> | null = null;

  function ready(): Promise<StartedServices> {
    if (loading) return loading;
    if (state.get().status === 'failed') state.set({ status: 'loading' });
    const services = create();
    loading = services;
    services.then(
      (created) => {
        state.set({ status: 'ready', ...created });
        // After the first page, since none of this is urgent.
        runInBackground(shown.then(whenIdle).then(created.startWork));
      },
      (error) => {
        console.error('The frame of a reader could not be loaded.', error);
        loading = null;
        state.set({ status: 'failed' });
      },
    );
    return services;
  }
  const load = () => {
    ready().catch(() => undefined);
  };

  return {
    state,
    load,
    ready,
    follow(auth, onSignIn) {
      let previousUserId: string | null = null;
      let verified = false;
      const update = () => {
        const { status, user } = auth.get();
        const userId = status === 'signed-in' ? (user?.id ?? null) : null;
        // For a reader who was signed in before, the queue sends by itself.
        if (verified && previousUserId === null && userId !== null) {
          onSignIn();
          runInBackground(
            ready().then(
              (services) => services.pushWaiting(),
              () => undefined,
            ),
          );
        } else if (userId !== null) load();
        previousUserId = userId;
        verified ||= status !== 'verifying';
      };
      auth.subscribe(update);
      update();
    },
  };
}
