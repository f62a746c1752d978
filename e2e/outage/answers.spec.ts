/**
 * What answers in place of Lectern (the table in docs/operators.md), in a browser whose service worker has the app: the
 * reader sees what it is and what to do; a note waits meanwhile, and is on the server once afterwards. Rows that differ
 * by their status only are in client/src/api/obstacle.test.ts.
 */
import { randomUUID } from 'node:crypto';
import type { Note } from '@lectern/shared-contracts/api/notes.ts';
import type { Page } from '@playwright/test';
import { startServer } from '../../tools/lib/processes/server.mjs';
import { pollIntervals } from '../support/steady.ts';
import { type Fault, startFaultyProxy } from './faultyProxy.ts';
import { enqueue, expect, openHost, signedInReader, test, untilAppKept } from './harness.ts';
import { type Call, caller } from './writes.ts';

const rows: [Fault, string][] = [
  ['portal', 'Another page answers in place of Lectern'],
  ['302 to a sign-in', 'A sign-in page of your network or of a proxy stands in front of Lectern'],
  ['301 to another origin', 'Lectern has moved to http://127.0.0.1:'],
  ['502 page', 'The server isn’t running or can’t be reached by its proxy'],
  ['stall', 'The server doesn’t answer'],
];

const noteOf = (content: string) => ({
  type: 'CREATE_NOTE' as const,
  payload: { id: randomUUID(), bookId: null, content, created_at: new Date().toISOString() },
});

const notes = async (call: Call): Promise<string[]> =>
  ((await call('GET', '/notes')) as { items: Note[] }).items.map(({ content }) => content.slice(0, 40));

/** The browser says that the network is back, so that the next check need not be waited for. */
const tryNow = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('online')));

for (const [fault, sentence] of rows) {
  test(`[T-02] [OF-04] ${fault}: the reader sees what it is, and a note waits and goes`, async ({
    browser,
    server,
    faultyProxy: proxy,
  }) => {
    // A stalled health check takes ten seconds.
    if (fault === 'stall') test.slow();
    const context = await browser.newContext();
    const reader = await signedInReader(context, proxy);
    const call = caller(server.url, reader.token);
    const page = await openHost(context, proxy);
    await untilAppKept(page);

    proxy.fail(fault, 'site');
    await enqueue(page, [noteOf('Written meanwhile')]);
    const banner = page.getByRole('alert').filter({ hasText: sentence });
    await expect(banner).toBeVisible({ timeout: 45_000 });
    await page.reload();
    await tryNow(page);
    await expect(banner).toBeVisible({ timeout: 45_000 });
    expect(await notes(call)).toEqual([]);

    proxy.fail(null);
    await tryNow(page);
    await expect
      .poll(() => notes(call), { timeout: 30_000, intervals: pollIntervals })
      .toEqual(['Written meanwhile']);
    await expect(banner).toBeHidden();
    await context.close();
  });
}

test('[T-02] the link leads past the service worker to the sign-in of a proxy, and back', async ({
  browser,
  server,
  faultyProxy: proxy,
}) => {
  const context = await browser.newContext();
  const reader = await signedInReader(context, proxy);
  const page = await openHost(context, proxy);
  await untilAppKept(page);
  await page.goto(`${proxy.origin}/settings`);

  proxy.fail('302 to a sign-in', 'site');
  await page.reload();
  await tryNow(page);
  await page.getByRole('link', { name: 'Open the page' }).click();
  await expect(page.getByRole('heading', { name: 'House sign-in' })).toBeVisible();
  await page.getByRole('link', { name: 'Enter' }).click();
  await page.waitForURL(`${proxy.origin}/settings`);
  await expect(page.getByRole('alert')).toHaveCount(0);
  const hosts = await openHost(context, proxy);
  await enqueue(hosts, [noteOf('After the sign-in')]);
  const call = caller(server.url, reader.token);
  await expect.poll(() => notes(call), { timeout: 30_000 }).toEqual(['After the sign-in']);
  await context.close();
});

test('[T-02] the link leads to the new address of Lectern', async ({
  browser,
  server,
  faultyProxy: proxy,
}) => {
  const context = await browser.newContext();
  await signedInReader(context, proxy);
  const page = await openHost(context, proxy);
  await untilAppKept(page);
  proxy.fail('301 to another origin', 'site');
  await page.reload();
  await tryNow(page);
  await page.getByRole('link', { name: 'Open Lectern there' }).click();
  await page.waitForURL(`${server.url}/**`);
  await context.close();
});

test('[T-04] [OF-04] 413: a change that a proxy refuses for its size waits with the reason, and goes', async ({
  browser,
  server,
  faultyProxy: proxy,
}) => {
  const context = await browser.newContext();
  const reader = await signedInReader(context, proxy);
  const call = caller(server.url, reader.token);
  const page = await openHost(context, proxy);
  await untilAppKept(page);
  proxy.fail('413 page');
  await enqueue(page, [noteOf('A long note. '.repeat(200))]);
  const sentence = 'A proxy refuses something this large: ask whoever runs Lectern to allow larger requests.';
  await expect(page.getByRole('status').filter({ hasText: sentence })).toBeVisible({ timeout: 20_000 });
  await enqueue(page, [noteOf('A short note')]);
  await expect.poll(() => notes(call), { timeout: 30_000 }).toEqual(['A short note']);
  proxy.fail(null);
  await page.getByRole('button', { name: 'Sync Now' }).click();
  await expect.poll(async () => (await notes(call)).length, { timeout: 30_000 }).toBe(2);
  await context.close();
});

test('[T-03] [OF-04] 2 KB/s: a long note arrives once, and the connection is called slow', async ({
  browser,
  server,
  faultyProxy: proxy,
}) => {
  const context = await browser.newContext();
  const reader = await signedInReader(context, proxy);
  const call = caller(server.url, reader.token);
  const page = await openHost(context, proxy);
  await untilAppKept(page);
  const sent: string[] = [];
  page.on('request', (one) => {
    if (one.method() === 'POST' && one.url().endsWith('/v1/notes')) sent.push(one.url());
  });
  proxy.fail('2 KB/s');
  await enqueue(page, [noteOf(`Slowly. ${'本'.repeat(12_000)}`)]);
  await expect(page.getByText('The connection is very slow').first()).toBeVisible({ timeout: 25_000 });
  await expect.poll(async () => (await notes(call)).length, { timeout: 60_000 }).toBe(1);
  await expect(page.getByText('The connection is very slow')).toHaveCount(0, { timeout: 20_000 });
  expect(sent).toHaveLength(1);
  await context.close();
});

test('[T-01] another app on the same host is reached, and the app’s own pages start without a network', async ({
  browser,
  faultyProxy: proxy,
}) => {
  const context = await browser.newContext();
  await signedInReader(context, proxy);
  const page = await openHost(context, proxy);
  await untilAppKept(page);
  for (const path of ['/wiki/', '/wiki/a/page']) {
    await page.goto(`${proxy.origin}${path}`);
    await expect(page.getByRole('heading', { name: 'Another app' })).toBeVisible();
  }
  await context.setOffline(true);
  for (const path of ['/outage', '/library', '/settings/data-export', '/']) {
    await page.goto(`${proxy.origin}${path}`);
    await expect(page.getByRole('main').first()).toBeVisible();
  }
  await context.close();
});

test('[T-01] [OF-04] a move below a path and back: the reader arrives, and a note goes from the new address', async ({
  browser,
}) => {
  test.slow();
  const settings: Record<string, string> = { LECTERN_TRUST_PROXY: '1' };
  const server = await startServer(settings);
  const proxy = await startFaultyProxy(server.url);
  const context = await browser.newContext();
  const move = async (path: string | null) => {
    await server.kill('SIGTERM');
    if (path === null) delete settings.LECTERN_BASE_PATH;
    else settings.LECTERN_BASE_PATH = path;
    await server.restart();
    proxy.below(path);
  };
  const scopes = (page: Page) =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope));
  try {
    const reader = await signedInReader(context, proxy);
    const call = caller(server.url, reader.token);
    const page = await openHost(context, proxy);
    await untilAppKept(page);
    proxy.fail('cut before');
    await enqueue(page, [noteOf('Before the move')]);
    await expect(page.getByRole('alert').first()).toBeVisible();

    await move('/shelf');
    proxy.fail(null);
    await page.goto(`${proxy.origin}/shelf/library`);
    await expect(page.locator('meta[name="lectern-base"]')).toHaveAttribute('content', '/shelf');
    await expect(page.getByRole('main').first()).toBeVisible();
    await expect.poll(() => notes(call), { timeout: 30_000 }).toEqual(['Before the move']);
    await expect.poll(() => scopes(page), { timeout: 30_000 }).toEqual([`${proxy.origin}/shelf/`]);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.goto(`${proxy.origin}/wiki/`);
    await expect(page.getByRole('heading', { name: 'Another app' })).toBeVisible();

    await move(null);
    // An address from before: the worker of the path has the app, whose server is not there any more.
    await page.goto(`${proxy.origin}/shelf/library`);
    await tryNow(page);
    await page.getByRole('link', { name: 'Open Lectern there' }).click();
    await page.waitForURL((url) => !url.pathname.startsWith('/shelf'));
    await page.goto(`${proxy.origin}/library`);
    await expect(page.locator('meta[name="lectern-base"]')).toHaveCount(0);
    await expect(page.getByRole('main').first()).toBeVisible();
    await expect.poll(() => scopes(page), { timeout: 30_000 }).toEqual([`${proxy.origin}/`]);
    expect(await notes(call)).toEqual(['Before the move']);
  } finally {
    await context.close();
    await proxy.stop();
    await server.stop();
  }
});
