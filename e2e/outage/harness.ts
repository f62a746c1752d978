/** Shared by the outage tests: a server and a proxy, a signed-in reader, the Host in the page, simulated time. */
import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Host } from '@lectern/shared-contracts/contract/host.ts';
import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';
import { type BrowserContext, test as base, expect, type Page, type Request } from '@playwright/test';
import { startServer } from '../../tools/lib/processes/server.mjs';
import { newAccount, upload, withConsent } from '../support/account.ts';
import { makeEpub } from '../support/books.ts';
import { pollIntervals } from '../support/steady.ts';
import { type FaultyProxy, startFaultyProxy } from './faultyProxy.ts';
import { type Call, doubledTexts, type Plan, type QueuedWrite, type Reader, readLibrary } from './writes.ts';

export type Server = Awaited<ReturnType<typeof startServer>>;

/** A separate server for each worker: some scenarios kill it. */
export const test = base.extend<{ faultyProxy: FaultyProxy }, { server: Server }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from the pattern
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

/** The Host in the page, passed on by the fixture remote. */
declare const testHost: Host;

const byte = () => Math.floor(Math.random() * 256);

export async function signedInReader(context: BrowserContext, proxy: FaultyProxy): Promise<Reader> {
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

export async function openHost(context: BrowserContext, proxy: FaultyProxy): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${proxy.origin}/outage`);
  await page.waitForFunction(() => 'testHost' in globalThis);
  return page;
}

export const enqueue = (page: Page, writes: readonly QueuedWrite[]): Promise<void> =>
  page.evaluate(async (all) => {
    for (const { type, payload } of all) await testHost.sync.enqueue(type as never, payload as never);
  }, writes);

/** Has the remotes' types of writes loaded and registered, as their pages do: writes the same about another book. */
export async function loadActionTypes(page: Page, { otherBookId }: Reader, { writes }: Plan): Promise<void> {
  const ofRemotes = writes.filter(({ type }) => type === 'SET_COVER' || type === 'FILL_FORM');
  await enqueue(
    page,
    ofRemotes.map(({ type, payload }) => ({
      type,
      payload: { ...(payload as object), bookId: otherBookId },
    })),
  );
  await expect.poll(() => waiting(page)).toBe(0);
}

/** Advances the browser's clock in steps, so that due requests can be sent. */
export async function pass(page: Page, milliseconds: number): Promise<void> {
  const steps = 20;
  for (let step = 0; step < steps; step += 1) {
    await page.clock.fastForward(milliseconds / steps);
    // A request of the page itself on the same path: requests that were due before have left before it.
    await page.evaluate(() => new Promise((done) => queueMicrotask(() => done(null))));
  }
}

const waiting = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { pending, syncing, failed } = testHost.sync.state.get();
    return pending + syncing + failed.length;
  });

/** Writes that can still be sent, without those that the server rejected, which wait for the reader. */
export const unsent = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { pending, syncing } = testHost.sync.state.get();
    return pending + syncing;
  });

/** Opened while online: afterwards the app starts from its service worker's cache. */
export async function untilAppKept(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const kept = () =>
    page.evaluate(async () => {
      const known = await (await caches.open('lectern-registry')).match('/remotes.json');
      return known ? Object.keys((await known.json()).remotes) : [];
    });
  await expect.poll(kept, { timeout: 60_000, intervals: pollIntervals }).toContain('mf-gives-host');
}

/** @returns how many writes have left the page and are unanswered */
function writesOnTheirWay(page: Page): () => number {
  const sent = new Set<Request>();
  page.on('request', (one) => {
    if (one.method() !== 'GET') sent.add(one);
  });
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', (one) => sent.delete(one));
  return () => sent.size;
}

export interface Outcome {
  lost: string[];
  doubled: string[];
  /** Text written on another device that no longer exists anywhere. */
  overwritten: string[];
  stuck: number;
}

/**
 * Ends the fault, advances the time until nothing is left or an hour is over, and checks the server's data.
 * @param left counts what is left: by default including rejected writes
 */
export async function outcomeOf(
  page: Page,
  call: Call,
  reader: Reader,
  plan: Plan,
  left = waiting,
): Promise<Outcome> {
  const onTheirWay = writesOnTheirWay(page);
  let waited = 0;
  const rest = async () => {
    // Time does not pass while a write is pending, since it would time out; unless it seems to get no answer.
    const waits = onTheirWay() > 0 && waited < 20;
    waited = waits ? waited + 1 : 0;
    if (!waits) await page.clock.fastForward(30_000);
    return left(page);
  };
  await expect
    .poll(rest, { timeout: 90_000, intervals: [100] })
    .toBe(0)
    .catch(() => undefined);
  const stuck = await waiting(page);
  const library = await readLibrary(call, reader);
  const lost = plan.expected.filter(({ holds }) => !holds(library)).map(({ what }) => what);
  return { lost, doubled: doubledTexts(library), overwritten: [], stuck };
}

export function record(scenario: string, outcome: Outcome): void {
  if (!results) return;
  mkdirSync(dirname(results), { recursive: true });
  appendFileSync(results, `${JSON.stringify({ scenario, ...outcome })}\n`);
}

export { expect };
