import type { Obstacle } from '@lectern/client/api/obstacle.ts';
import type { AuthSession } from '@lectern/client/auth/session.ts';
import type { SharedQuestion } from '@lectern/client/pwa/incomingFiles.ts';
import type { InstallOffer } from '@lectern/client/pwa/installPrompt.ts';
import type { Updates } from '@lectern/client/pwa/serviceWorker.ts';
import type { SignOut } from '@lectern/client/reader-data/createSignOut.ts';
import type { Unsent } from '@lectern/client/reader-data/unsent.ts';
import type { Registry } from '@lectern/client/registry/registry.ts';
import type { Consent } from '@lectern/client/services/consent/consent.ts';
import type { I18n } from '@lectern/client/services/i18n/i18n.ts';
import type { Notify } from '@lectern/client/services/notify/notify.ts';
import type { User } from '@lectern/shared-contracts/api/auth.ts';
import type { VersionKind } from '@lectern/shared-contracts/api/bin.ts';
import type { Host } from '@lectern/shared-contracts/contract/host.ts';
import type { Readable, Writable } from '@lectern/shared-contracts/contract/readable.ts';
import { type ComponentType, createContext, type ReactNode, useContext } from 'react';
import type { Loader, RemotePart } from '../remotes/federation/loader.ts';
import type { Crumb, Routes } from '../routes/routeTypes.ts';
import type { Navigation } from '../services/navigation/navigation.tsx';

/** A thing whose texts have versions. */
export interface VersionedThing {
  kind: VersionKind;
  id: string;
}

/** The frames around a signed-in reader's pages. */
export interface SignedInLayoutProps {
  user: User;
  title: string;
  crumbs: readonly Crumb[];
  /** Frame of the reader: only the book [RT-08]. */
  bare: boolean;
  /** The page. */
  children: ReactNode;
}

/** Services that only a signed-in reader needs, in a separate chunk: books, queue, uploads, session, frame. */
export interface SignedInServices {
  host: Host;
  Layout: ComponentType<SignedInLayoutProps>;
  signOut: SignOut;
  /** What stands between this page and the server, or else holds up a change. */
  obstacle: Readable<Obstacle | null>;
  /** What the sheet of earlier versions shows; null while it is closed. */
  versions: Writable<VersionedThing | null>;
  /** Files shared with the app that wait for confirmation. */
  shared: Readable<SharedQuestion | null>;
}

export type SignedInState =
  | { status: 'loading' }
  | { status: 'failed' }
  | ({ status: 'ready' } & SignedInServices);

/** Loads those services. */
export interface SignedIn {
  state: Readable<SignedInState>;
  /** Starts loading, or retries after a failure. */
  load(): void;
  /** Rejects when the chunk cannot be loaded. */
  ready(): Promise<SignedInServices>;
}

/** Unsent writes of a deleted account, until the reader saves or discards them. */
export interface DeletedAccount {
  unsent: Unsent;
  done(): void;
}

/** What `?parts` adds to the pages, where the operator allows overrides. */
export interface DeveloperView {
  /** Around a page or a fill: where it comes from. */
  Outline: ComponentType<{ part: RemotePart; children: ReactNode }>;
  /** The loads of the page. */
  Loads: ComponentType;
}

/** What the shell's own pages and layout use beyond the Host. */
export interface Shell {
  /** Host of the pages for visitors. */
  visitorHost: Host;
  signedIn: SignedIn;
  auth: AuthSession;
  consent: Consent;
  navigation: Navigation;
  notify: Notify;
  i18n: I18n;
  registry: Registry;
  /** Loads pages and widgets. */
  loader: Loader;
  /** Null unless it was asked for. */
  developerView: Readable<DeveloperView | null>;
  /** The route table. */
  routes: Routes;
  /** State of the service worker and its updates. */
  updates: Updates;
  /** Whether the app can be installed. */
  installing: InstallOffer;
  /** Reloads the page. */
  reload(): void;
  /**
   * Signs out. The reader first decides about unsent changes. A message says when the sign-out
   * on other devices could not be confirmed.
   * @param everywhere on every device
   */
  signOut(everywhere?: { notice: string }): Promise<void>;
  /** Unsent writes of an account that was deleted on another device; else null. */
  deletedAccount: Readable<DeletedAccount | null>;
  /** Prefetches the code of the page at a path; not with Save-Data. */
  prefetch(path: string): void;
}

export const ShellContext = createContext<Shell | null>(null);

export function useShell(): Shell {
  const shell = useContext(ShellContext);
  if (shell === null) throw new Error('useShell can only be used inside the shell.');
  return shell;
}
