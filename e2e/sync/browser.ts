/** What the tabs of one browser share: database, storage, locks, network and the signed-in reader. */

import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { createMemoryEntryStore } from '../../client/src/testing/memoryEntryStore.ts';
import 'fake-indexeddb/auto';
import { setMaxListeners } from 'node:events';
import { apiHeader, apiVersion } from '@lectern/shared-contracts/api/apiHeaders.ts';
import type { User } from '@lectern/shared-contracts/api/auth.ts';
import { createWritable, type Writable } from '@lectern/shared-contracts/contract/readable.ts';
import type { EntryStore } from '../../client/src/offline/reads/index.ts';
import { memoryStorage } from '../../client/src/testing/memoryStorage.ts';
import type { Person } from './person.ts';
import type { SyncServer } from './server.ts';

/** What happens to one request of a write. */
export type Fate =
  | 'ok'
  | 'lost'
  | 'answer lost'
  | 'error'
  | 'overloaded'
  /** A proxy or a portal answers instead of the server; with 'foreign after', the write was applied before. */
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
  /** The parts of window and document that are used. */
  window: EventTarget;
  page: EventTarget & { visibilityState: DocumentVisibilityState };
  user: Writable<Signed | null>;
  token: string | null;
  /** The token that replaces a rejected one; null when it cannot be renewed. */
  renewal: string | null;
  /** How wrong its clock is, in milliseconds. */
  clockOff: number;
  /** Offline; `knows` says whether the browser has noticed. */
  cut: boolean;
  /** Its database cannot be opened. */
  shut: boolean;
  knows: boolean;
  fates: Fate[];
  /** Called before each write is sent. */
  onWrite: () => void;
  tabs: Set<TabChannel>;
  /** Violations: things that must never happen. */
  violations: string[];
  people: readonly Person[];
}

export interface TabChannel {
  deliver(data: unknown): void;
}

/** Databases of browsers whose disk is full: nothing can be stored in them. */
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

/** A token that the server rejects. */
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
    violations: [],
  };
}

/** Killed tabs leave their listeners behind. */
function manyListeners<T extends EventTarget>(target: T): T {
  setMaxListeners(0, target);
  return target;
}

export const now = (browser: Browser): number => Date.now() + browser.clockOff;

/** navigator.locks, whose holders may be killed. */
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

  /** The tab was killed: its locks are released, and its waiting requests are removed. */
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

/** fetch as in this browser: the server's answers, with faults. */
export async function send(browser: Browser, input: RequestInfo | URL, init: RequestInit = {}) {
  const address = new URL(String(input));
  if (browser.cut) throw new TypeError('There is no network.');
  const method = init.method ?? 'GET';
  if (method === 'GET' || method === 'HEAD') return browser.server.fetch(address, init);
  checkTokenOwner(browser, address, init);
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
  // Every write of a schedule is valid, so the server must not refuse it. The one exception: the deletion of something
  // that was created and deleted before it was ever sent.
  const isGone = method === 'DELETE' && answer.status === 404;
  if (answer.status >= 400 && answer.status < 500 && answer.status !== 401 && !isGone)
    browser.violations.push(`${method} ${address.pathname}: ${answer.status} ${await answer.clone().text()}`);
  return answer;
}

/** A write of one person must never be sent with the token of another. */
function checkTokenOwner(browser: Browser, address: URL, init: RequestInit): void {
  const bearer = new Headers(init.headers).get('authorization') ?? '';
  for (const other of browser.people) {
    if (bearer === `Bearer ${other.token}`) continue;
    const isKnown = browser.people.some(({ token }) => bearer === `Bearer ${token}`);
    if (isKnown && `${address.pathname}${String(init.body ?? '')}`.includes(other.bookId))
      browser.violations.push(`${address.pathname} of one reader was sent as another.`);
  }
}
