/** Plays one schedule, with a browser of its own, against the shared server. */
import { deepStrictEqual } from 'node:assert/strict';
import type { Collection } from '@lectern/shared-contracts/api/collections.ts';
import { memberChanges } from '@lectern/shared-contracts/domain/changes/members.ts';
import { deleteDB } from 'idb';
import { isPermanentlyFailed } from '../../client/src/offline/queue/index.ts';
import { openLecternDatabase } from '../../client/src/offline/storage/database.ts';
import { ensureKey, restoreSealed } from '../../client/src/reader-data/restoreOnce.ts';
import { createSealedWrites, type SealedWrites } from '../../client/src/reader-data/sealedWrites.ts';
import { isNothing, unsentOf } from '../../client/src/reader-data/unsent.ts';
import { memoryStorage } from '../../client/src/testing/memoryStorage.ts';
import { type Browser, createBrowser, isFull, now, rejected, setFull } from './browser.ts';
import { type PersonAction, Reader } from './model.ts';
import type { Step } from './schedule.ts';
import type { SyncServer } from './server.ts';
import { shownLibrary } from './shownLibrary.ts';
import { openTab, type Tab } from './tab.ts';
import { becomes, until } from './waiting.ts';

const hour = 3_600_000;

export class World {
  readonly #server: SyncServer;
  readonly #browser: Browser;
  readonly #readers: readonly Reader[];
  readonly #sealed: SealedWrites;
  /** Readers who have signed in. */
  readonly #signedIn = new Set<Reader>();
  #tabs: Tab[] = [];
  /** Resolves when the killed server answers again. */
  #restarting: Promise<void> | null = null;
  #wroteWhileShut = false;

  static async open(server: SyncServer): Promise<World> {
    const people = [await server.person(), await server.person()];
    const world = new World(
      server,
      people.map((person) => new Reader(person)),
    );
    await world.#signIn(0);
    return world;
  }

  private constructor(server: SyncServer, readers: readonly Reader[]) {
    this.#server = server;
    this.#readers = readers;
    this.#browser = createBrowser(
      server,
      readers.map(({ person }) => person),
    );
    this.#sealed = createSealedWrites(`sealed-${this.#browser.database}`);
    this.#tabs = [openTab(this.#browser, memoryStorage())];
  }

  async play(step: Step): Promise<void> {
    const browser = this.#browser;
    switch (step.do) {
      case 'write':
        return this.#write(step.action, this.#tab(step.tab));
      case 'write and reload': {
        const write = this.#reader?.write(step.action, now(browser));
        if (!write || isFull(browser)) return;
        const tab = this.#tab(0);
        // The call has returned, and the page is closed before its promise settles.
        write.send(tab).catch(() => {});
        write.done();
        return this.#reopen(tab);
      }
      case 'cut':
        [browser.cut, browser.knows] = [true, step.knows];
        if (step.knows) browser.window.dispatchEvent(new Event('offline'));
        return;
      case 'back':
        return this.#back();
      case 'fates':
        browser.fates.push(...step.fates);
        return;
      case 'flush':
        await this.#flush(this.#tab(step.tab));
        return;
      case 'sync now': {
        const tab = this.#tab(step.tab);
        await Promise.race([tab.queue.flush().catch(() => {}), tab.dead]);
        return;
      }
      case 'kill tab':
        return this.#killTab(step);
      case 'second tab':
        if (this.#tabs.length > 1) return;
        browser.shut = false;
        this.#tabs.push(openTab(browser, memoryStorage()));
        return;
      case 'kill server':
        return this.#killServer(step);
      case 'server full':
        return this.#server.fill(step.full);
      case 'browser full':
        return setFull(browser, step.full);
      case 'database':
        return this.#database(step.becomes);
      case 'outage':
        browser.fates.push(...Array.from({ length: step.writes }, () => step.fate));
        return;
      case 'other device':
        return this.#otherDevice(step);
      case 'clock':
        browser.clockOff += step.by;
        return;
      case 'token dies':
        if (browser.user.get() === null) return;
        browser.renewal = step.renewable ? browser.token : null;
        browser.token = rejected;
        return;
      case 'log out':
        return this.#logOut();
      case 'sign in':
        if (!browser.cut) await this.#signIn(step.who);
    }
  }

  /** After the schedule: every tab shows what was done. */
  async checkShown(): Promise<void> {
    const reader = this.#reader;
    if (reader === null) return;
    // Writes that the database did not take are shown only by the tab that made them, until that tab has tried again.
    const wasAway = isFull(this.#browser) || this.#browser.shut;
    setFull(this.#browser, false);
    this.#browser.shut = false;
    if (wasAway) {
      this.#browser.clockOff += hour;
      for (const tab of this.#tabs) await this.#flush(tab);
    }
    // Writes that were sent while the database was shut are only on the server: later tabs must be able to ask it.
    if (this.#wroteWhileShut) await this.#back();
    if (await this.#sealed.has(reader.person.id)) await this.#restore();
    // Reading may reveal that the token was rejected: then nobody is signed in any more, and nothing is shown.
    const expected = { ...reader.library, otherBookOn: [] };
    const shown = (tab: Tab) => (this.#reader === reader ? shownLibrary(tab, reader.person) : expected);
    for (const tab of this.#tabs) await becomes(() => shown(tab), expected, 'What is shown is what was done');
  }

  /** Once all faults have ended, the server has exactly what was done, and the tabs show it. */
  async checkStored(): Promise<void> {
    const browser = this.#browser;
    await this.#server.fill(false);
    setFull(browser, false);
    browser.fates = [];
    browser.shut = false;
    await this.#back();
    for (const [who, reader] of this.#readers.entries()) {
      if (this.#signedIn.has(reader)) {
        await this.#signIn(who);
        await this.#sendAll(reader.person.id);
      }
      const stored = await this.#server.library(reader.person);
      deepStrictEqual(stored, reader.library, 'The server has what was done');
      const written = await this.#server.writtenTexts(reader.person.id);
      deepStrictEqual(
        written.filter((text, index) => written.indexOf(text) !== index),
        [],
        'No text was written twice',
      );
    }
    await this.checkShown();
    deepStrictEqual(browser.violations, []);
  }

  async close(): Promise<void> {
    for (const tab of this.#tabs) tab.kill();
    // Otherwise the databases of a thousand schedules would fill the memory.
    indexedDB.deleteDatabase(this.#browser.database);
    await this.#server.fill(false);
    setFull(this.#browser, false);
  }

  /** Changes the books of a shelf on the server, as another device does; everything else stays. */
  async #otherDevice({ slot, puts }: { slot: number; puts: boolean }): Promise<void> {
    const reader = this.#reader;
    const id = reader?.shelf(slot);
    if (!reader || id === undefined) return;
    const { token, otherBookId } = reader.person;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const collections = `${this.#server.root}/collections`;
    const listed = await this.#server.fetch(new URL(collections), { headers });
    const list = (await listed.json()) as { items: Collection[] };
    const there = list.items.find((shelf) => shelf.id === id);
    if (there === undefined) return;
    const { id: _, updated_at: __, ...shelf } = there;
    const others = shelf.bookIds.filter((book) => book !== otherBookId);
    const bookIds = puts ? [...others, otherBookId] : others;
    const body = JSON.stringify({
      ...shelf,
      bookIds,
      books: memberChanges(shelf.bookIds, bookIds),
      basis: {},
    });
    const answer = await this.#server.fetch(new URL(`${collections}/${id}`), {
      method: 'PUT',
      headers,
      body,
    });
    if (!answer.ok) throw new Error(`The other device got ${answer.status}: ${await answer.text()}`);
    const { library } = reader;
    library.otherBookOn = library.otherBookOn.filter((shelfId) => shelfId !== id);
    if (puts) library.otherBookOn.push(id);
    library.otherBookOn.sort();
  }

  async #database(becomes: 'closed' | 'shut' | 'open' | 'deleted'): Promise<void> {
    const browser = this.#browser;
    browser.shut = becomes === 'shut';
    if (becomes === 'closed' || becomes === 'shut') for (const tab of this.#tabs) tab.loseDatabase();
    // Writes of a reader who is signed out exist only in the database: they cannot survive its deletion.
    if (becomes !== 'deleted' || this.#reader === null) return;
    for (const tab of this.#tabs) await Promise.race([tab.queue.loaded(), tab.dead]);
    if (await this.#hasOthers()) return;
    await deleteDB(browser.database);
  }

  async #hasOthers(): Promise<boolean> {
    const database = await openLecternDatabase(this.#browser.database);
    const all = await database.getAll('sync_queue');
    database.close();
    return all.some(({ userId }) => userId !== this.#reader?.person.id);
  }

  get #reader(): Reader | null {
    const id = this.#browser.user.get()?.id;
    return this.#readers.find(({ person }) => person.id === id) ?? null;
  }

  #tab(index: number): Tab {
    return (this.#tabs[index] ?? this.#tabs[0]) as Tab;
  }

  async #write(action: PersonAction, tab: Tab): Promise<void> {
    const reader = this.#reader;
    const write = reader?.write(action, now(this.#browser));
    if (!reader || !write) return;
    // With a full database the write is rejected and the reader is told: then nothing was done.
    const done = await write.send(tab).then(
      () => true,
      () => false,
    );
    if (!done) return;
    write.done();
    if (this.#browser.shut) this.#wroteWhileShut = true;
  }

  /** Reloads the page, as a browser also does after a crash. */
  async #reopen(tab: Tab): Promise<void> {
    tab.kill();
    // As for a second tab: a page that starts without its database cannot know what is in it.
    this.#browser.shut = false;
    const again = openTab(this.#browser, tab.session);
    this.#tabs = this.#tabs.map((other) => (other === tab ? again : other));
    await again.queue.loaded();
  }

  async #flush(tab: Tab): Promise<void> {
    await Promise.race([tab.queue.flushNow().catch(() => {}), tab.dead]);
  }

  async #killTab({ at, arrived }: { at: number; arrived: boolean }): Promise<void> {
    const tab = this.#tab(0);
    let left = at;
    this.#browser.onWrite = () => {
      left -= 1;
      if (left >= 0) return;
      this.#browser.onWrite = () => {};
      // The request arrives or not; the tab never gets an answer.
      if (!arrived) this.#browser.fates.unshift('lost');
      tab.kill();
    };
    await this.#flush(tab);
    this.#browser.onWrite = () => {};
    await this.#reopen(tab);
  }

  async #killServer({ at, after }: { at: number; after: number }): Promise<void> {
    const browser = this.#browser;
    let left = at;
    let killed = false;
    const kill = (): void => {
      if (killed) return;
      killed = true;
      this.#server.kill();
      browser.cut = true;
      this.#restarting = this.#server.restart();
    };
    browser.onWrite = () => {
      left -= 1;
      // The request is on its way: it is applied or not, and there is no answer.
      if (left < 0) setTimeout(kill, after);
    };
    await this.#back();
    await Promise.all(this.#tabs.map((tab) => this.#flush(tab)));
    browser.onWrite = () => {};
    kill();
    await this.#restarting;
    await this.#back();
  }

  async #back(): Promise<void> {
    const browser = this.#browser;
    [browser.cut, browser.knows] = [false, true];
    browser.window.dispatchEvent(new Event('online'));
    // Every tab has checked and knows that the server is there.
    for (const tab of this.#tabs) await Promise.race([tab.online(), tab.dead]);
  }

  /** As in the shell: the first tab stores what it has, unsent writes are sealed and removed, all tabs start again. */
  async #logOut(): Promise<void> {
    const browser = this.#browser;
    const userId = browser.user.get()?.id;
    const signingOut = this.#tab(0);
    await Promise.race([signingOut.queue.keepAll(), signingOut.dead]);
    // The other tabs have heard by now that their database was closed: a reader is not faster than that event.
    for (const tab of this.#tabs) tab.noticeLoss();
    browser.token = null;
    browser.user.set(null);
    if (userId === undefined) return;
    for (const tab of this.#tabs) tab.kill();
    const database = await openLecternDatabase(browser.database);
    const unsent = await unsentOf(userId, database, browser.local);
    if (!isNothing(unsent)) {
      await this.#sealed.seal(userId, unsent);
      const transaction = database.transaction(['sync_queue', 'revisions'], 'readwrite');
      for (const { id } of unsent.actions) await transaction.objectStore('sync_queue').delete(id);
      await transaction.objectStore('revisions').clear();
      await transaction.done;
      for (const key of Object.keys(unsent.entries)) browser.local.removeItem(key);
    }
    database.close();
    await this.#sealed.forgetKeys();
    this.#tabs = this.#tabs.map(({ session }) => openTab(browser, session));
  }

  /** Puts the sealed writes of the signed-in reader back into the queue; not while the database is full. */
  async #restore(): Promise<void> {
    const browser = this.#browser;
    const userId = browser.user.get()?.id;
    if (userId === undefined) return;
    const fetchKey = async () => Buffer.from(userId.replaceAll('-', '')).toString('base64url');
    await ensureKey({ userId, fetchKey }, this.#sealed);
    const database = await openLecternDatabase(browser.database);
    const { restore } = this.#tab(0).queue;
    await restoreSealed({
      userId,
      database,
      local: browser.local,
      fetchKey,
      restore,
      sealed: this.#sealed,
    }).catch((error) => {
      if (!isFull(browser)) throw error;
    });
    database.close();
  }

  /** Signs a reader in and waits until their library is shown. */
  async #signIn(who: number): Promise<void> {
    const browser = this.#browser;
    const reader = this.#readers[who] as Reader;
    const { person } = reader;
    this.#signedIn.add(reader);
    browser.token = person.token;
    browser.renewal = null;
    browser.user.set({ id: person.id });
    await this.#restore();
    for (const tab of this.#tabs)
      await until(() => shownLibrary(tab, person) !== null, 'The library is shown after signing in');
  }

  /** Sends until nothing waits: time passes, and the reader retries writes that have failed permanently. */
  async #sendAll(userId: string): Promise<void> {
    for (let round = 0; round < 40; round += 1) {
      this.#browser.clockOff += hour;
      for (const tab of this.#tabs) await this.#flush(tab);
      const tab = this.#tab(0);
      const waiting = tab.queue.waiting.get().filter((action) => action.userId === userId);
      if (waiting.length === 0 && !this.#isInLog(userId)) return;
      for (const action of waiting.filter(isPermanentlyFailed)) await tab.queue.retry(action.id);
    }
    throw new Error(`Still waiting: ${JSON.stringify(this.#tab(0).queue.waiting.get())}`);
  }
  /** Whether the write-ahead log has entries of this reader. */
  #isInLog(userId: string): boolean {
    const { local } = this.#browser;
    const texts = Array.from({ length: local.length }, (_, index) => local.getItem(local.key(index) ?? ''));
    return texts.some((text) => JSON.parse(text ?? '{}').userId === userId);
  }
}
