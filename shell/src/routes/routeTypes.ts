import type { PointName } from '@lectern/shared-contracts/contract/points.ts';
import type { Readable } from '@lectern/shared-contracts/contract/readable.ts';
import type {
  Condition,
  FillDescription,
  NavigationDescription,
  PointDescription,
  ReadDescription,
} from '@lectern/shared-contracts/contract/remotes.ts';
import type { FailedPage } from '../remotes/federation/failureText.ts';
import type { RemotePart, Source } from '../remotes/federation/loader.ts';

export interface RouteEntry {
  path: string;
  /** 'visitor': signed-in readers are redirected to the dashboard. 'user': visitors are redirected to sign in. */
  access: 'visitor' | 'user' | 'anyone';
  /** Title of document, header and breadcrumb. */
  title: string;
  page: Source;
  failure: FailedPage;
  /** Reads requested while the page's code is loading. */
  reads?: readonly ReadDescription[];
  /** Templates of files to preload (preloads.ts). */
  preloads?: readonly string[];
  /** Points of the shell on the page. */
  points?: readonly PointName[];
  /** Path of the most likely next page, prefetched when this one is idle. */
  next?: string;
  /** 'none': only the page. 'plain': the visitor's frame without buttons. */
  chrome?: 'none' | 'plain';
  /** Where it does not hold, the page is not found. */
  when?: Condition;
  /** Path of the parent page in the breadcrumbs. */
  parent?: string;
  /** Its navigation entry. */
  navigation?: NavigationDescription & { adminOnly?: boolean };
}

/** A breadcrumb. */
export interface Crumb {
  title: string;
  path: string;
}

export interface RouteMatch {
  entry: RouteEntry;
  params: Readonly<Record<string, string>>;
}

/** A fill and its remote. */
export type PlacedFill = FillDescription & RemotePart;

/** A rejected page. */
export interface RefusedPage extends RemotePart {
  path: string;
}

/** What conditions are about, as far as it is known. */
export interface Circumstances {
  isAdmin: boolean;
  /** Feature flags that are on for the reader; null until they are known. */
  flags: readonly string[] | null;
  isOnline: boolean;
  /** Of the app. */
  language: string;
}

/** Pages, points and fills of the shell and the remotes. */
export interface RouteTable {
  routes: readonly RouteEntry[];
  /** The fills of every point, in order. */
  fills: readonly PlacedFill[];
  /** What remotes offer, by the name of the remote, a slash and the name of the point. */
  points: ReadonlyMap<string, PointDescription>;
  /** Pages whose path is already taken by the shell, the server, another remote or an earlier page. */
  refused: readonly RefusedPage[];
  /** Reads kept for offline. */
  offlineReads: readonly ReadDescription[];
}

/** The route table, as far as the remotes are known. */
export interface Routes {
  /** With the pages whose condition does not hold. */
  declared: Readable<RouteTable>;
  table: Readable<RouteTable>;
  /** The page at a path; query and hash are ignored. Null while unknown, and when its condition does not hold. */
  find(path: string): RouteMatch | null;
  /** The same whether or not its condition holds. */
  findDeclared(path: string): RouteMatch | null;
  /** Hides and shows pages by these circumstances; a visitor's until it is called. */
  follow(circumstances: Readable<Circumstances>): void;
  /** Settles once it is known whether the condition of the page at a path holds. Never rejects. */
  decided(path: string): Promise<void>;
  /** Settles once the content of the remotes is known. Never rejects. */
  described(): Promise<void>;
}
