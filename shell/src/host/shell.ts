import type { AuthSession } from '@lectern/client/auth/session.ts';
import type { Consent } from '@lectern/client/consent/consent.ts';
import type { SignOut } from '@lectern/client/reader-data/createSignOut.ts';
import type { Unsent } from '@lectern/client/reader-data/unsent.ts';
import type { User } from '@lectern/shared-contracts/api/auth.ts';
import type { Host } from '@lectern/shared-contracts/contract/host.ts';
import type { Readable } from '@lectern/shared-contracts/contract/readable.ts';
import { type ComponentType, createContext, type ReactNode, useContext } from 'react';
import type { Loader } from '../federation/loader.ts';
import type { Registry } from '../federation/registry.ts';
import type { I18n } from '../i18n/i18n.ts';
import type { Navigation } from '../navigation/navigation.ts';
import type { Notify } from '../notify/notify.ts';
import type { SharedQuestion } from '../pwa/incomingFiles.ts';
import type { InstallOffer } from '../pwa/installPrompt.ts';
import type { Updates } from '../pwa/serviceWorker.ts';
import type { Routes } from '../routes/routeTypes.ts';

/** What a signed-in reader has around every page. It lives as long as the reader is signed in. */
export interface SignedInLayoutProps {
  user: User;
  title: string;
  crumbs: readonly { title: string; path: string }[];
  /** The book and nothing else [RT-08]. */
  bare: boolean;
  /** The page. */
  children: ReactNode;
}

/** All that only a signed-in reader needs, in a chunk of its own: books, queue, uploads, session, the frame. */
export interface SignedInServices {
  host: Host;
  Layout: ComponentType<SignedInLayoutProps>;
  signOut: SignOut;
  /** Files that were shared with the app, and wait for a yes. */
  shared: Readable<SharedQuestion | null>;
}

export type SignedInState =
  | { status: 'coming' }
  | { status: 'failed' }
  | ({ status: 'ready' } & SignedInServices);

/** The way to those services. */
export interface SignedIn {
  state: Readable<SignedInState>;
  /** Asks for them, again when that has failed. */
  load(): void;
  /** Rejects when the chunk does not come. */
  ready(): Promise<SignedInServices>;
}

/** Unsent writes of an account that is gone, until the reader has saved them or said that they may go. */
export interface Farewell {
  unsent: Unsent;
  done(): void;
}

/** What the shell's own pages and layout have beyond the Host that remotes get. */
export interface Shell {
  /** Of the pages for visitors. */
  visitorHost: Host;
  signedIn: SignedIn;
  auth: AuthSession;
  consent: Consent;
  navigation: Navigation;
  notify: Notify;
  i18n: I18n;
  registry: Registry;
  /** The one way to pages and widgets. */
  loader: Loader;
  /** Which page is at which path. */
  routes: Routes;
  /** A new version of the app waits. */
  updates: Updates;
  /** The app can be installed. */
  installing: InstallOffer;
  /** Loads the page anew. */
  reload(): void;
  /**
   * Signs out: what has not been sent is named first, and the reader says what is to become of it. That it
   * cannot be done everywhere, for want of an answer, is said in a message.
   * @param everywhere on every device
   */
  signOut(everywhere?: { notice: string }): Promise<void>;
  /** The account was deleted elsewhere, and these writes of it were never sent; null as long as that is not so. */
  farewell: Readable<Farewell | null>;
  /** Fetches the code of the page at this path; not for a reader who wants to save data. */
  prefetch(path: string): void;
}

export const ShellContext = createContext<Shell | null>(null);

export function useShell(): Shell {
  const shell = useContext(ShellContext);
  if (shell === null) throw new Error('useShell is for what stands inside the shell.');
  return shell;
}
