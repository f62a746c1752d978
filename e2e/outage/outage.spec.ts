/**
 * No write is given up that the reader has not given up: every kind of write, made while the way to the server fails in one of
 * many ways, is on the server once when the way is open again. A real Chromium, the real server, and a proxy between them.
 * Ten representative runs are part of `npm test`; `npm run outage` runs all and prints the table.
 */
import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Host } from '@lectern/shared-contracts/host.ts';
import { storageKeys } from '@lectern/shared-contracts/storageKeys.ts';
import { type BrowserContext, test as base, chromium, expect, type Page } from '@playwright/test';
import { startServer } from '../../tools/lib/server.mjs';
import { newAccount, upload, withConsent } from '../support/account.ts';
import { makeEpub } from '../support/books.ts';
import { type FaultyProxy, startFaultyProxy } from './faultyProxy.ts';
import { type Meanwhile, type Scenario, scenarios } from './scenarios.ts';
import {
  type Call,
  caller,
  doubledTexts,
  type Plan,
  planWrites,
  type QueuedWrite,
  type Reader,
  readLibrary,
} from './writes.ts';

type Server = Awaited<ReturnType<typeof startServer>>;

/** A server of its own for each worker: some scenarios kill it. */
const test = base.extend<{ faultyProxy: FaultyProxy }, { server: Server }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are wanted from the pattern
    async ({}, use) => {
      const server = await startServer({ LECTERN_TRUST_PROXY: '1' });
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  faultyProxy: async ({ server }, use) => {
    const proxy = await startFaultyProxy(server.url);
    await use(proxy);
    await proxy.stop();
  },
});

const results = process.env.LECTERN_OUTAGE_RESULTS;
const all = process.env.LECTERN_OUTAGE === 'all';

/** The Host in the page, handed over by the fixture remote. */
declare const testHost: Host;

const byte = () => Math.floor(Math.random() * 256);

async function signedInReader(context: BrowserContext, proxy: FaultyProxy): Promise<Reader> {
  const account = newAccount();
  const answer = await context.request.post(`${proxy.origin}/v1/auth/register`, {
    data: account,
    headers: { 'x-forwarded-for': `10.${byte()}.${byte()}.${byte()}` },
  });
  expect(answer.status()).toBe(201);
  const { token, user } = await answer.json();
  await withConsent(context);
  await context.addInitScript(
    (entries) => {
      for (const [key, value] of entries)
        if (localStorage.getItem(key) === null) localStorage.setItem(key, value);
    },
    [
      [storageKeys.token, token],
      [storageKeys.user, JSON.stringify(user)],
    ] as const,
  );
  const book = await upload(context.request, token, await makeEpub('A Small Book of Lines'), proxy.origin);
  const other = await upload(context.request, token, await makeEpub('A Book to Delete'), proxy.origin);
  return { token, bookId: book.id, otherBookId: other.id };
}

async function openHost(context: BrowserContext, proxy: FaultyProxy): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${proxy.origin}/outage`);
  await page.waitForFunction(() => 'testHost' in globalThis);
  return page;
}

const enqueue = (page: Page, writes: readonly QueuedWrite[]): Promise<void> =>
  page.evaluate(async (all) => {
    for (const { type, payload } of all) await testHost.sync.enqueue(type, payload);
  }, writes);

/** Time passes by the browser's clock, in steps that let what is due reach the network. */
async function pass(page: Page, milliseconds: number): Promise<void> {
  const steps = 20;
  for (let step = 0; step < steps; step += 1) {
    await page.clock.fastForward(milliseconds / steps);
    // A call of the page's own that takes the same way: what was due before it has left before it.
    await page.evaluate(() => new Promise((done) => queueMicrotask(() => done(null))));
  }
}

const waiting = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { pending, syncing, failed } = testHost.sync.state.get();
    return pending + syncing + failed.length;
  });

/** A run: opened, failed, something done meanwhile, healed. @returns the page that is open at its end */
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
          void testHost.sync.flush().catch(() => undefined);
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

/** Opened before the network goes: afterwards the app starts from what its service worker keeps. */
async function untilAppKept(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const kept = () =>
    page.evaluate(async () => {
      const known = await (await caches.open('lectern-registry')).match('/remotes.json');
      return known ? Object.keys((await known.json()).remotes) : [];
    });
  await expect.poll(kept, { timeout: 60_000 }).toContain('mf-gives-host');
}

interface Outcome {
  lost: string[];
  doubled: string[];
  stuck: number;
}

/** Heals, lets time pass until nothing waits or an hour is over, and looks at what the server has. */
async function outcomeOf(page: Page, call: Call, reader: Reader, plan: Plan): Promise<Outcome> {
  const rest = async () => {
    await page.clock.fastForward(30_000);
    return waiting(page);
  };
  await expect
    .poll(rest, { timeout: 90_000 })
    .toBe(0)
    .catch(() => undefined);
  const stuck = await waiting(page);
  const library = await readLibrary(call, reader);
  const lost = plan.expected.filter(({ holds }) => !holds(library)).map(({ what }) => what);
  return { lost, doubled: doubledTexts(library), stuck };
}

function record(scenario: string, outcome: Outcome): void {
  if (!results) return;
  mkdirSync(dirname(results), { recursive: true });
  appendFileSync(results, `${JSON.stringify({ scenario, ...outcome })}\n`);
}

const launchOptions = {
  executablePath: process.env.LECTERN_CHROMIUM as string,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};

for (const scenario of scenarios.filter(({ sample }) => all || sample)) {
  test(`[OF-03] [OF-04] [Y-01] [Y-08] every kind of write survives: ${scenario.name}`, async ({
    browser,
    server,
    faultyProxy: proxy,
  }) => {
    const profile = mkdtempSync(join(tmpdir(), 'lectern-profile-'));
    const ownBrowser = scenario.meanwhile === 'browser killed';
    const open = async (): Promise<BrowserContext> => {
      const context = ownBrowser
        ? await chromium.launchPersistentContext(profile, { headless: true, ...launchOptions })
        : await browser.newContext();
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
      if (scenario.meanwhile !== undefined) await untilAppKept(page);

      proxy.fail(scenario.fault);
      await enqueue(page, plan.writes);
      await pass(page, scenario.lasts / 2);
      page = await happen(scenario.meanwhile, page, run);
      await pass(page, scenario.lasts / 2);
      expect(proxy.met()).toBeGreaterThan(0);
      proxy.fail(null);

      const outcome = await outcomeOf(page, call, reader, plan);
      record(scenario.name, outcome);
      expect(outcome).toEqual({ lost: [], doubled: [], stuck: 0 });
    } finally {
      await context.close().catch(() => undefined);
      rmSync(profile, { recursive: true, force: true });
    }
  });
}
