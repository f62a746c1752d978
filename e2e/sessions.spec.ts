import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';
import type { Page } from '@playwright/test';
import { newDevice, register, signIn, skipIntroduction, upload, withConsent } from './support/account.ts';
import { fromServer } from './support/answers.ts';
import { makeEpub } from './support/books.ts';
import { goWithin, leave } from './support/pages.ts';
import { untilOpen, withBars } from './support/reader.ts';
import { steadyBox } from './support/steady.ts';
import { expect, test } from './support/test.ts';

// Only offline tests need the service worker; here it would slow down every page.
test.use({ serviceWorkers: 'block' });

const title = 'A Small Book of Lines';
const widget = (page: Page) => page.getByRole('group', { name: /^Reading session/ });
const timer = (page: Page) => page.getByRole('timer', { name: 'Time read' });

/** Seconds shown by the timer. */
async function secondsOf(page: Page): Promise<number> {
  await expect(timer(page)).toHaveAccessibleName(/ [\d:]+$/);
  const shown = (await timer(page).getAttribute('aria-label')) ?? '';
  const parts = shown.slice(shown.lastIndexOf(' ') + 1).split(':');
  return parts.reduce((sum, part) => 60 * sum + Number(part), 0);
}

/** A reader with one book and a session that was started from its menu. */
async function withSession(page: Page): Promise<void> {
  await page.goto('/library');
  await page
    .getByRole('button', { name: `More about ${title}` })
    .last()
    .click();
  await page.getByRole('menuitem', { name: 'Start Reading Session' }).click();
  await expect(timer(page)).toBeVisible();
}

let account: Awaited<ReturnType<typeof register>>;

test.beforeEach(async ({ page, request, context }) => {
  await withConsent(context);
  account = await register(request);
  await upload(request, account.token, await makeEpub());
  await signIn(page, account);
});

test.describe('the reading session', () => {
  test('[RS-02] survives a reload and a crash of the tab, and the timer continues', {
    tag: '@every-run',
  }, async ({ page, context }) => {
    await withSession(page);
    await expect.poll(() => secondsOf(page)).toBeGreaterThan(1);
    const beforeReload = await secondsOf(page);
    await page.reload();
    expect(await secondsOf(page)).toBeGreaterThanOrEqual(beforeReload);

    // A crash triggers neither pagehide nor unload.
    const other = await context.newPage();
    const beforeCrash = await secondsOf(page);
    const crashed = page.waitForEvent('crash');
    page.goto('chrome://crash').catch(() => undefined);
    await crashed;
    await other.goto('/dashboard');
    const before = await secondsOf(other);
    expect(before).toBeGreaterThanOrEqual(beforeCrash);
    await expect.poll(() => secondsOf(other)).toBeGreaterThan(before);
    await widget(other).getByRole('button', { name: 'Stop' }).click();
    await expect(timer(other)).toHaveCount(0);
  });

  test('is shared by the tabs of a browser: pausing in one pauses the other, and stopping in both ends it once', async ({
    page,
    context,
  }) => {
    await withSession(page);
    const other = await context.newPage();
    await other.goto('/dashboard');
    await expect(timer(other)).toBeVisible();
    await widget(other).getByRole('button', { name: 'Pause' }).click();
    await expect(widget(page).getByRole('button', { name: 'Resume' })).toBeVisible();
    await widget(page).getByRole('button', { name: 'Resume' }).click();
    await expect(widget(other).getByRole('button', { name: 'Pause' })).toBeVisible();
    // Both buttons are located before either is pressed: the first stop removes the other widget.
    const stops = await Promise.all(
      [page, other].map((tab) => widget(tab).getByRole('button', { name: 'Stop' }).elementHandle()),
    );
    await Promise.all(stops.map((stop) => stop?.evaluate((button) => (button as HTMLElement).click())));
    for (const tab of [page, other]) await expect(timer(tab)).toHaveCount(0);
    const history = async () => {
      const kept = await page.evaluate((key) => localStorage.getItem(key), storageKeys.sessionHistory);
      return Object.values(JSON.parse(kept ?? '{}')).flat().length;
    };
    await expect.poll(history).toBe(1);
  });

  test('[RS-03] floats on every screen: draggable by mouse, touch and keyboard, kept inside the window, collapsible, at its last position', async ({
    page,
    browser,
  }) => {
    await withSession(page);
    const box = async () => (await widget(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };

    await test.step('by mouse, never outside the window', async () => {
      const { x, y } = await steadyBox(widget(page));
      await page.mouse.move(x + 8, y + 8);
      await page.mouse.down();
      await page.mouse.move(120, 160, { steps: 4 });
      await page.mouse.up();
      await expect.poll(async () => Math.round((await box()).x)).toBe(112);
      await page.mouse.move(116, 156);
      await page.mouse.down();
      await page.mouse.move(-500, -500, { steps: 4 });
      await page.mouse.up();
      await expect.poll(box).toMatchObject({ x: 12, y: 12 });
    });

    await test.step('by keyboard', async () => {
      await widget(page).focus();
      await page.keyboard.press('Shift+ArrowRight');
      await page.keyboard.press('ArrowDown');
      await expect.poll(box).toMatchObject({ x: 76, y: 28 });
    });

    await test.step('by touch', async () => {
      const cdp = await page.context().newCDPSession(page);
      const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number, y: number) =>
        cdp.send('Input.dispatchTouchEvent', {
          type,
          touchPoints: type === 'touchEnd' ? [] : [{ x, y }],
        });
      await touch('touchStart', 84, 36);
      await touch('touchMove', 184, 96);
      await touch('touchMove', 284, 136);
      await touch('touchEnd', 0, 0);
      await expect.poll(box).toMatchObject({ x: 276, y: 128 });
    });

    await test.step('clamped when the window becomes smaller', async () => {
      const { x, y, width } = await box();
      await page.setViewportSize({ width: 390, height: 700 });
      await expect.poll(async () => Math.round((await box()).x)).toBe(Math.round(390 - 12 - width));
      await page.setViewportSize({ width: 1280, height: 720 });
      expect([x, y]).toEqual([276, 128]);
    });

    await test.step('collapsed with the time, on every screen, also after a reload', async () => {
      await widget(page).getByRole('button', { name: 'Minimize' }).click();
      await expect(widget(page).getByText(title)).toHaveCount(0);
      await expect(timer(page)).toHaveAccessibleName(/ \d+:\d\d$/);
      await expect(timer(page)).toHaveText(/^\d+:\d\d$/);
      await page.reload();
      await expect(timer(page)).toBeVisible();
      for (const path of ['/dashboard', '/notes', '/upload', '/settings', '/collections']) {
        await goWithin(page, path);
        await expect(timer(page), path).toBeVisible();
      }
      await widget(page).getByRole('button', { name: 'Show the session' }).click();
      await expect(widget(page).getByText(title).first()).toBeVisible();
    });
    expect(browser.isConnected()).toBe(true);
  });

  test('[RS-04] PATCHes the book and reports start and end as specified, ignores server errors, and dispatches browser events', async ({
    page,
  }) => {
    const sent: { path: string; body: Record<string, unknown> }[] = [];
    page.on('request', (request) => {
      const path = new URL(request.url()).pathname.replace(/[0-9a-f-]{36}/, ':id');
      if (/PATCH|POST/.test(request.method()) && /\/books\/:id$|reading\/sessions/.test(path))
        sent.push({ path: `${request.method()} ${path}`, body: request.postDataJSON() });
    });
    await page.route('**/v1/api/reading/sessions/**', (route) =>
      route.fulfill({ status: 500, headers: fromServer, body: '{}' }),
    );
    await page.addInitScript(() => {
      const heard: string[] = [];
      Object.assign(window, { heard });
      for (const name of ['bookUpdated', 'readingSessionCompleted'])
        window.addEventListener(name, (event) => {
          const { action, status } = (event as CustomEvent).detail;
          heard.push([name, action, status].filter(Boolean).join(' '));
        });
    });
    await withSession(page);
    // Both have left: a change of the book that is still queued would be merged with that of the stop.
    await expect
      .poll(() => sent.map(({ path }) => path))
      .toEqual(expect.arrayContaining(['PATCH /v1/books/:id', 'POST /v1/api/reading/sessions/start']));
    await widget(page).getByRole('button', { name: 'Stop' }).click();
    await expect.poll(() => sent.filter(({ path }) => path === 'PATCH /v1/books/:id').length).toBe(2);
    const [started, stopped] = sent.filter(({ path }) => path === 'PATCH /v1/books/:id');
    expect(started?.body).toEqual({ is_reading: true, last_opened: expect.any(String) });
    expect(stopped?.body).toEqual({ is_reading: true, status: 'paused', last_opened: expect.any(String) });
    expect(sent.find(({ path }) => path.endsWith('/start'))?.body).toMatchObject({ page: 1, position: null });
    const heard = () => page.evaluate(() => (window as unknown as { heard: string[] }).heard);
    await expect
      .poll(heard)
      .toEqual([
        'bookUpdated start_reading reading',
        'bookUpdated stop_reading paused',
        'readingSessionCompleted',
      ]);
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  test('is hidden while a book is open, and can be shown with a tap', async ({ page }) => {
    await withSession(page);
    await page
      .getByRole('main')
      .getByRole('link', { name: new RegExp(title) })
      .last()
      .click();
    await untilOpen(page);
    await expect(timer(page)).toBeHidden();
    await withBars(page, (options) => expect(timer(page)).toBeVisible(options));
  });

  test('time in which the device slept is not counted, unless the reader says it was reading', async ({
    page,
  }) => {
    await page.clock.install();
    await withSession(page);
    await page.clock.runFor('02:00');
    // As when the lid is closed: the clock advances without timers.
    await page.clock.fastForward('08:00:00');
    await expect(
      page.getByText(/This device was asleep from .* to .*, so that time is not counted/),
    ).toBeVisible();
    await expect(timer(page)).toHaveAccessibleName(/ [2-3]:\d\d$/);
    await page.getByRole('button', { name: 'I was reading: count it' }).click();
    await expect(timer(page)).toHaveAccessibleName(/ 8:0[1-3]:\d\d$/);
  });
});

test('a session that was added by hand is corrected and deleted, and the rewards follow', async ({
  page,
  request,
  browser,
}) => {
  await page.goto('/library?tab=reading');
  await page.getByRole('button', { name: 'Add a session by hand' }).click();
  await page.getByRole('dialog').getByLabel('Minutes').fill('20');
  await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
  await expect(page.getByText('added by hand').first()).toBeVisible();

  await page
    .getByRole('button', { name: `Correct the session with ${title}` })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: 'Correct this session' });
  await dialog.getByLabel('Minutes read').fill('12');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('12 min').first()).toBeVisible();

  await leave(page, '/gamification', 'h1');
  await skipIntroduction(page);
  await expect(page.getByText('12 of 30 minutes').first()).toBeVisible();
  await test.step('on a second device too, without the introduction that was closed on the first', async () => {
    const headers = { authorization: `Bearer ${account.token}` };
    const settings = async () => (await request.get('/v1/api/gamification/settings', { headers })).json();
    await expect.poll(settings).toMatchObject({ introduced: true });
    const second = await newDevice(browser);
    await signIn(second, account);
    await second.goto('/gamification');
    await expect(second.getByText('12 of 30 minutes').first()).toBeVisible();
    await expect(second.getByRole('dialog')).toHaveCount(0);
    await second.context().close();
  });
  await page.goto('/library?tab=reading');
  await expect(page.getByText(/corrected/).first()).toBeVisible();
  await page
    .getByRole('button', { name: `Correct the session with ${title}` })
    .first()
    .click();
  await expect(dialog.getByText('What it was before')).toBeVisible();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page
    .getByRole('dialog', { name: 'Delete this session?' })
    .getByRole('button', { name: 'Delete' })
    .click();
  // Behind an open dialog no button has a role.
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Correct the session/ })).toHaveCount(0);
  await goWithin(page, '/gamification');
  await expect(page.getByText('0 of 30 minutes').first()).toBeVisible();
});
