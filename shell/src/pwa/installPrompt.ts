import { createWritable, type Readable } from '@lectern/shared-contracts/contract/readable.ts';
import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';

/** Chromium's event, which no type library has. */
interface BeforeInstallPromptEvent extends Event {
  prompt(): Promise<void>;
}

export interface InstallOffer {
  /** Installing is possible, and the reader has not said 'Not now'. */
  offered: Readable<boolean>;
  install(): Promise<void>;
  dismiss(): void;
}

/** Keeps the browser's own offer to install until the reader wants it. 'Not now' is remembered in this browser. */
export function createInstallOffer(
  target: EventTarget,
  storage: Pick<Storage, 'getItem' | 'setItem'>,
): InstallOffer {
  const offered = createWritable(false);
  let event: BeforeInstallPromptEvent | null = null;
  target.addEventListener('beforeinstallprompt', (offer) => {
    // Without this the browser shows its own bar, at a moment of its own choosing.
    offer.preventDefault();
    event = offer as BeforeInstallPromptEvent;
    offered.set(storage.getItem(storageKeys.installDismissed) === null);
  });
  target.addEventListener('appinstalled', () => offered.set(false));
  return {
    offered,
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
