import type { Host } from '@lectern/shared-contracts/host.ts';
import { createContext, useContext } from 'react';
import type { AuthSession } from '../auth/session.ts';
import type { Consent } from '../consent/consent.ts';
import type { Remotes } from '../federation/loadRemote.ts';
import type { Registry } from '../federation/registry.ts';
import type { I18n } from '../i18n/i18n.ts';
import type { Navigation } from '../navigation/navigation.ts';
import type { Notify } from '../notify/notify.ts';
import type { InstallOffer } from '../pwa/installPrompt.ts';
import type { Updates } from '../pwa/serviceWorker.ts';

/** What the shell's own pages and layout have beyond the Host that remotes get. */
export interface Shell {
  host: Host;
  auth: AuthSession;
  consent: Consent;
  navigation: Navigation;
  notify: Notify;
  i18n: I18n;
  registry: Registry;
  remotes: Remotes;
  /** A new version of the app waits. */
  updates: Updates;
  /** The app can be installed. */
  installing: InstallOffer;
  /** Loads the page anew. */
  reload(): void;
  /** The account is gone: nothing of its reader stays in this browser. Leaves the page. */
  forgetReader(): Promise<void>;
  /** Fetches ahead what the page at this path needs. */
  preload(path: string): void;
}

export const ShellContext = createContext<Shell | null>(null);

export function useShell(): Shell {
  const shell = useContext(ShellContext);
  if (shell === null) throw new Error('useShell is for what stands inside the shell.');
  return shell;
}
