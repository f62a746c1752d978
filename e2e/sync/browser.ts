/** What the tabs of one browser share: its database, its storage, its locks, its network and whoever is signed in. */

import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { createMemoryEntryStore } from '../../client/src/testing/memoryEntryStore.ts';
import 'fake-indexeddb/auto';
import { setMaxListeners } from 'node:events';
import { apiHeader, apiVersion } from '@lectern/shared-contracts/api/apiHeaders.ts';
import type { User } from '@lectern/shared-contracts/api/auth.ts';
import { createWritable, type Writable } from '@lectern/shared-contracts/contract/readable.ts';
import type { EntryStore } from '../../client/src/offline/reads/index.ts';
import { memoryStorage } from '../../client/src/testing/memoryStorage.ts';
import type { SyncServer } from './server.ts';
import type { Person } from './testDatabase.ts';

/** What happens to one write on its way. */
export type Fate =
  | 'ok'
  | 'lost'
  | 'answer lost'
  | 'error'
  | 'overloaded'
  /** A proxy or a portal answers instead of the server, before or after it was applied. */
  | 'foreign 200'
  | 'foreign 403'
  | 'foreign 404'
  | 'foreign 502'
  | 'foreign after';

export type Signed = Pick<User, 'id'>;

export interface Browser {
  server: SyncServer;
  /** Name of its IndexedDB database. */
  database: string;
  local: Storage;
  entries: EntryStore;
  locks: TabLocks;
  /** window and document, as far as they are asked. */
  window: EventTarget;
  page: EventTarget & { visibilityState: DocumentVisibilityState };
  user: Writable<Signed | null>;
  token: string | null;
  /** Whether a rejected token is renewed; with what. */
  renewal: string | null;
  /** Milliseconds by which its clock is wrong. */
  clockOff: number;
  /** Nothing reaches the server; `knows` says whether the browser has noticed. */
  cut: boolean;
  /** Its database does not open. */
  shut: boolean;
  knows: boolean;
  fates: Fate[];
  /** Told of every write before it is sent. */
  onWrite: () => void;
  tabs: Set<TabChannel>;
  /** What went wrong that must never happen. */
  offences: string[];
  people: readonly Person[];
}

export interface TabChannel {
  deliver(data: unknown): void;
}

/** Browsers whose disk is full: nothing is put into their databases. */
const full = new Set<string>();
const put = IDBObjectStore.prototype.put;
IDBObjectStore.prototype.put = function (...args) {
  if (full.has(this.transaction.db.name)) throw new DOMException('The disk is full.', 'QuotaExceededError');
  return put.apply(this, args);
};

export function setFull({ database }: Browser, isFull: boolean): void {
  if (isFull) full.add(database);
  else full.delete(database);
}

/** A token that the server does not take any more. */
export const rejected = 'rejected';

export const isFull = ({ database }: Browser): boolean => full.has(database);

export function createBrowser(server: SyncServer, people: readonly Person[]): Browser {
  return {
    server,
    people,
    database: `lectern-${crypto.randomUUID()}`,
    local: memoryStorage(),
    entries: createMemoryEntryStore(),
    locks: new TabLocks(),
    window: manyListeners(new EventTarget()),
    page: Object.assign(manyListeners(new EventTarget()), { visibilityState: 'visible' as const }),
    user: createWritable<Signed | null>(null),
    token: null,
    renewal: null,
    clockOff: 0,
    cut: false,
    shut: false,
    knows: true,
    fates: [],
    onWrite: () => {},
    tabs: new Set(),
    offences: [],
  };
}

/** Tabs that died cannot take their listeners with them. */
function manyListeners<T extends EventTarget>(target: T): T {
  setMaxListeners(0, target);
  return target;
}

export const now = (browser: Browser): number => Date.now() + browser.clockOff;

/** navigator.locks, whose holders may die. */
export class TabLocks {
  readonly #queues = new Map<string, { owner: object; run: () => Promise<void> }[]>();

  request<T>(owner: object, name: string, work: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const queue = this.#queues.get(name) ?? [];
      this.#queues.set(name, queue);
      queue.push({ owner, run: () => work().then(resolve, reject) });
      if (queue.length === 1) this.#next(name);
    });
  }

  /** The tab is gone: what it held is free, what it waited for is forgotten. */
  release(owner: object): void {
    for (const [name, queue] of this.#queues) {
      const held = queue[0]?.owner === owner;
      this.#queues.set(
        name,
        queue.filter((one) => one.owner !== owner),
      );
      if (held) this.#next(name);
    }
  }

  #next(name: string): void {
    const first = this.#queues.get(name)?.[0];
    if (first === undefined) return;
    runInBackground(
      first.run().finally(() => {
        const queue = this.#queues.get(name);
        if (queue?.[0] !== first) return;
        queue.shift();
        this.#next(name);
      }),
    );
  }
}

const fromServer = { [apiHeader]: apiVersion };

const foreignPage = (status: number): Response =>
  new Response('<h1>Sign in to this network</h1>', { status, headers: { 'content-type': 'text/html' } });

/** fetch as this browser has it: the server's answers, with accidents on the way. */
export async function send(browser: Browser, input: RequestInfo | URL, init: RequestInit = {}) {
  const address = new URL(String(input));
  if (browser.cut) throw new TypeError('There is no network.');
  const method = init.method ?? 'GET';
  if (method === 'GET' || method === 'HEAD') return browser.server.fetch(address, init);
  watchForStrangers(browser, address, init);
  browser.onWrite();
  const fate = browser.fates.shift() ?? 'ok';
  if (fate === 'lost') throw new TypeError('Lost on the way.');
  if (fate === 'error') return Response.json({ error: 'broken' }, { status: 500, headers: fromServer });
  if (fate === 'overloaded')
    return Response.json({ error: 'later' }, { status: 429, headers: { ...fromServer, 'retry-after': '7' } });
  if (fate.startsWith('foreign ') && fate !== 'foreign after') return foreignPage(Number(fate.slice(-3)));
  const answer = await browser.server.fetch(address, init);
  if (fate === 'foreign after') return foreignPage(404);
  if (fate === 'answer lost') throw new TypeError('The answer was lost.');
  // Nothing a reader can do in a schedule is wrong, so that the server has no reason to refuse it; only what was made
  // and deleted before it was ever sent is not there to be deleted.
  const isGone = method === 'DELETE' && answer.status === 404;
  if (answer.status >= 400 && answer.status < 500 && answer.status !== 401 && !isGone)
    browser.offences.push(`${method} ${address.pathname}: ${answer.status} ${await answer.clone().text()}`);
  return answer;
}

/** No write of one person ever goes out with the token of another. */
function watchForStrangers(browser: Browser, address: URL, init: RequestInit): void {
  const bearer = new Headers(init.headers).get('authorization') ?? '';
  for (const other of browser.people) {
    if (bearer === `Bearer ${other.token}`) continue;
    const isKnown = browser.people.some(({ token }) => bearer === `Bearer ${token}`);
    if (isKnown && `${address.pathname}${String(init.body ?? '')}`.includes(other.bookId))
      browser.offences.push(`${address.pathname} of one reader was sent as another.`);
  }
}
