/**
 * No write is lost unless the reader discards it: every kind of write, made while the connection to the server fails in
 * one of many ways, is on the server exactly once when the connection is back. With a real Chromium, the real server,
 * and a proxy between them. Five scenarios are part of `npm run test:all`: tests of the queue cover the other faults
 * (docs/testing.md). `npm run outage` runs all of them and prints the table.
 */
import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Note } from '@lectern/shared-contracts/api/notes.ts';
import type { Host } from '@lectern/shared-contracts/contract/host.ts';
import { basisOf, textStamp, thoughtStamp } from '@lectern/shared-contracts/domain/changes/basis.ts';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { chromiumArgs } from '../../tools/lib/processes/chromium.mjs';
import type { FaultyProxy } from './faultyProxy.ts';
import {
  enqueue,
  expect,
  loadActionTypes,
  openHost,
  outcomeOf,
  pass,
  record,
  type Server,
  signedInReader,
  test,
  unsent,
  untilAppKept,
} from './harness.ts';
import { type Meanwhile, type Scenario, scenarios } from './scenarios.ts';
import { caller, planWrites, readLibrary } from './writes.ts';

const all = process.env.LECTERN_OUTAGE === 'all';

/** The Host in the page, passed on by the fixture remote. */
declare const testHost: Host;

/** A run: open, fail, a disturbance, heal. @returns the page that is open at the end */
interface Run {
  scenario: Scenario;
  proxy: FaultyProxy;
  server: Server;
  context: BrowserContext;
  reopen(): Promise<BrowserContext>;
}

async function happen(what: Meanwhile | undefined, page: Page, run: Run): Promise<Page> {
  const { proxy, server } = run;
  switch (what) {
    case undefined:
      return page;
    case 'impatient reader':
      for (let press = 0; press < 5; press += 1) {
        await page.evaluate(() => {
          testHost.sync.flush().catch(() => undefined);
          window.dispatchEvent(new Event('online'));
        });
        await pass(page, 5_000);
      }
      return page;
    case 'page reloaded':
      await page.reload();
      await page.waitForFunction(() => 'testHost' in globalThis);
      return page;
    case 'tab closed':
      await page.close();
      return openHost(run.context, proxy);
    case 'browser killed': {
      const context = await run.reopen();
      return openHost(context, proxy);
    }
    case 'server killed':
      await server.kill();
      await server.restart();
      return page;
    case 'second tab':
      await openHost(run.context, proxy);
      return page;
  }
}

/** Without opening or reloading a page. */
const keepPage: readonly Meanwhile[] = ['impatient reader', 'server killed'];

const launchOptions = {
  executablePath: process.env.LECTERN_CHROMIUM as string,
  args: chromiumArgs,
};

for (const scenario of scenarios.filter(({ sample }) => all || sample)) {
  test(`[OF-03] [OF-04] [Y-01] [Y-08] every kind of write survives: ${scenario.name}`, async ({
    browser,
    server,
    faultyProxy: proxy,
  }) => {
    const profile = mkdtempSync(join(tmpdir(), 'lectern-profile-'));
    const ownBrowser = scenario.meanwhile === 'browser killed';
    // Without one no page could be opened while the server is down.
    const opensPages = scenario.meanwhile !== undefined && !keepPage.includes(scenario.meanwhile);
    const serviceWorkers = opensPages ? 'allow' : 'block';
    const open = async (): Promise<BrowserContext> => {
      const context = ownBrowser
        ? await chromium.launchPersistentContext(profile, { headless: true, ...launchOptions })
        : await browser.newContext({ serviceWorkers });
      await context.clock.install({ time: Date.now() + (scenario.clock ?? 0) });
      return context;
    };
    let context = await open();
    const run: Run = {
      scenario,
      proxy,
      server,
      context,
      async reopen() {
        const session = await context.browser()?.newBrowserCDPSession();
        const gone = new Promise((closed) => context.once('close', closed));
        await session?.send('Browser.crash').catch(() => undefined);
        await gone;
        context = await open();
        return context;
      },
    };
    try {
      const reader = await signedInReader(context, proxy);
      const call = caller(server.url, reader.token);
      const plan = await planWrites(call, reader, scenario.clock);
      let page = await openHost(context, proxy);
      if (opensPages) await untilAppKept(page);
      await loadActionTypes(page, reader, plan);

      proxy.fail(scenario.fault);
      await enqueue(page, plan.writes);
      await pass(page, scenario.lasts / 2);
      page = await happen(scenario.meanwhile, page, run);
      await pass(page, scenario.lasts / 2);
      await expect.poll(() => proxy.met()).toBeGreaterThan(0);
      proxy.fail(null);

      const outcome = await outcomeOf(page, call, reader, plan);
      record(scenario.name, outcome);
      expect(outcome).toEqual({ lost: [], doubled: [], overwritten: [], stuck: 0 });
    } finally {
      await context.close().catch(() => undefined);
      rmSync(profile, { recursive: true, force: true });
    }
  });
}

test('[OF-03] [Y-03] after the server is restored from an older backup, acceptable writes arrive, the others can be read', async ({
  browser,
  server,
  faultyProxy: proxy,
}) => {
  const context = await browser.newContext();
  const backup = mkdtempSync(join(tmpdir(), 'lectern-backup-'));
  try {
    await context.clock.install({ time: Date.now() });
    const reader = await signedInReader(context, proxy);
    const call = caller(server.url, reader.token);
    await server.kill('SIGTERM');
    cpSync(server.dataDir, backup, { recursive: true });
    await server.restart();
    // Everything that is changed or deleted below was created after the backup.
    const plan = await planWrites(call, reader);
    const page = await openHost(context, proxy);

    proxy.fail('cut before');
    await enqueue(page, plan.writes);
    await pass(page, 60_000);
    await server.kill();
    rmSync(server.dataDir, { recursive: true });
    cpSync(backup, server.dataDir, { recursive: true });
    await server.restart();
    proxy.fail(null);

    const outcome = await outcomeOf(page, call, reader, plan, unsent);
    const refused = await page.evaluate(() =>
      testHost.sync.state.get().failed.map(({ type, payload }) => ({ type, payload })),
    );
    const words = JSON.stringify(refused);
    const gone = [
      'a changed note',
      'a thought on a highlight',
      'a corrected session',
      'a restored note, once',
    ];
    expect(outcome.lost.filter((what) => !gone.includes(what))).toEqual([]);
    expect(outcome.doubled).toEqual([]);
    for (const text of ['After', 'A later thought', 'Put right', 'Deleted before the outage'])
      expect(words).toContain(text);
    record('server restored from an older backup', { ...outcome, lost: [], stuck: 0 });
    // They are shown with their text, and can be kept.
    await page.goto(`${proxy.origin}/notes`);
    await page.locator('[data-sync]').first().click();
    await expect(page.getByText('A later thought').first()).toBeVisible();
  } finally {
    await context.close();
    rmSync(backup, { recursive: true, force: true });
  }
});

test('[OF-03] [Y-07] when another device writes the same things meanwhile, the text of both is kept', async ({
  browser,
  server,
  faultyProxy: proxy,
}) => {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  try {
    await context.clock.install({ time: Date.now() });
    const reader = await signedInReader(context, proxy);
    const { bookId, otherBookId } = reader;
    const call = caller(server.url, reader.token);
    const [note, highlight, collection] = [randomUUID(), randomUUID(), randomUUID()];
    const shelf = { name: 'Evenings', description: null, color: null, icon: null, bookIds: [] };
    const mark = { id: highlight, text: 'A line', color: 'yellow', page: 1, position: null, note: null };
    const { title, content } = (await call('POST', '/notes', {
      id: note,
      content: 'Before',
      book_id: null,
    })) as Note;
    await call('POST', `/books/${bookId}/highlights`, mark);
    await call('PUT', `/collections/${collection}`, shelf);
    const replaces = [textStamp({ title, content })];
    const basis = basisOf(shelf, { description: '' });
    const books = (id: string) => ({ added: [id], removed: [] });

    const page = await openHost(context, proxy);
    proxy.fail('cut before');
    await enqueue(page, [
      { type: 'UPDATE_NOTE', payload: { id: note, bookId: null, content: 'By this device', replaces } },
      {
        type: 'UPDATE_HIGHLIGHT',
        payload: { id: highlight, bookId, note: 'A thought here', replaces: [thoughtStamp(null)] },
      },
      {
        type: 'SAVE_COLLECTION',
        payload: {
          id: collection,
          ...shelf,
          description: 'Described here',
          bookIds: [bookId],
          basis,
          books: books(bookId),
        },
      },
    ]);
    await call('PUT', `/notes/${note}`, { content: 'By the other device', replaces });
    await call('PUT', `/highlights/${highlight}`, {
      note: 'A thought there',
      replaces: [thoughtStamp(null)],
    });
    const there = {
      ...shelf,
      description: 'Described there',
      bookIds: [otherBookId],
      basis,
      books: books(otherBookId),
    };
    await call('PUT', `/collections/${collection}`, there);
    await pass(page, 60_000);
    proxy.fail(null);

    const outcome = await outcomeOf(page, call, reader, { writes: [], expected: [] });
    const library = await readLibrary(call, reader);
    const all = JSON.stringify(library);
    const words = [
      'By this device',
      'By the other device',
      'A thought here',
      'A thought there',
      'Described here',
      'Described there',
    ];
    const overwritten = words.filter((text) => !all.includes(text));
    record('another device writes the same things', { ...outcome, overwritten });
    expect({ ...outcome, overwritten }).toEqual({ lost: [], doubled: [], overwritten: [], stuck: 0 });
    expect(library.collections[0]?.bookIds.sort()).toEqual([bookId, otherBookId].sort());
  } finally {
    await context.close();
  }
});
