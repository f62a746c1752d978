import type { Readable } from '@lectern/shared-contracts/contract/readable.ts';
import type {
  NavigationDescription,
  ReadDescription,
  WidgetDescription,
} from '@lectern/shared-contracts/contract/remotes.ts';
import type { FailedPage } from '../federation/failureText.ts';
import type { RemotePart, Source } from '../federation/loader.ts';

export interface RouteEntry {
  path: string;
  /** 'visitor': a signed-in reader is sent on to the dashboard. 'user': a visitor is sent to sign in. */
  access: 'visitor' | 'user' | 'anyone';
  /** Of the document and the header, and its name among the breadcrumbs. */
  title: string;
  page: Source;
  failure: FailedPage;
  /** What the page asks for first: asked while its code is on the way. */
  reads?: readonly ReadDescription[];
  /** Templates of the files that it asks for next (preloads.ts). */
  preloads?: readonly string[];
  /** Slots for widgets of remotes that stand on the page. */
  slots?: readonly string[];
  /** Path of the page most likely opened from here: it is prefetched once this one is idle. */
  next?: string;
  /** 'none': the page and nothing around it. 'plain': a visitor's frame without buttons. */
  chrome?: 'none' | 'plain';
  /** Path of the page above it, beside the dashboard. */
  parent?: string;
  /** Its place in the navigation. */
  navigation?: NavigationDescription & { adminOnly?: boolean };
}

export interface FoundRoute {
  entry: RouteEntry;
  params: Readonly<Record<string, string>>;
}

/** A widget, and the remote that brings it. */
export type PlacedWidget = WidgetDescription & RemotePart;

/** A page that was not taken into the table. */
export interface RefusedPage extends RemotePart {
  path: string;
}

/** All that can be shown: the shell's own pages, and what the remotes bring. */
export interface RouteTable {
  routes: readonly RouteEntry[];
  /** Of every slot, in their order. */
  widgets: readonly PlacedWidget[];
  /** Pages whose path is the shell's, the server's, another remote's, or that of another page of theirs. */
  refused: readonly RefusedPage[];
  /** What is to be there without a network. */
  offlineReads: readonly ReadDescription[];
}

/** Which page is at which path, as far as the remotes are known. */
export interface Routes {
  table: Readable<RouteTable>;
  /** The page at a path, whose query and hash count for nothing. Null while it is not known. */
  find(path: string): FoundRoute | null;
  /** Settles once it is known what the remotes bring. Never rejects. */
  described(): Promise<void>;
}
