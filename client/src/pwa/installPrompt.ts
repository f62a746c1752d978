import { createWritable, type Readable } from '@lectern/shared-contracts/contract/readable.ts';
import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';

/** Chromium's event, which is not part of TypeScript's DOM types. */
interface BeforeInstallPromptEvent extends Event {
  prompt(): Promise<void>;
}

export type InstallOffer = ReturnType<typeof createInstallOffer>;

/** Defers the browser's install prompt until the reader asks for it. 'Not now' is remembered in this browser. */
export function createInstallOffer(target: EventTarget, storage: Pick<Storage, 'getItem' | 'setItem'>) {
  const offered = createWritable(false);
  let event: BeforeInstallPromptEvent | null = null;
  target.addEventListener('beforeinstallprompt', (offer) => {
    // Otherwise the browser shows its own prompt at a time of its choice.
    offer.preventDefault();
    event = offer as BeforeInstallPromptEvent;
    offered.set(storage.getItem(storageKeys.installDismissed) === null);
  });
  target.addEventListener('appinstalled', () => offered.set(false));
  return {
    /** Whether installing is possible and the reader has not chosen 'Not now'. */
    offered: offered as Readable<boolean>,
    async install() {
      offered.set(false);
      await event?.prompt();
    },
    dismiss() {
      storage.setItem(storageKeys.installDismissed, new Date().toISOString());
      offered.set(false);
    },
  };
}
