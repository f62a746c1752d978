/** Section 7 and 9, gamification and statistics; section 2, the onboarding modal. */
import { upload } from '../support/account.ts';
import { fromServer } from '../support/answers.ts';
import { makeEpub } from '../support/books.ts';
import { expect, newReader, sharedReader, test } from './support.ts';

test.use({ serviceWorkers: 'block' });
test.describe.configure({ mode: 'default' });

let bookId = '';
const reader = sharedReader(async ({ request, token }) => {
  bookId = (await upload(request, token, await makeEpub('Reward'))).id;
});
const stats = async () => (await reader.calls.get('/api/gamification/stats')).body;

test('[GM-02] “L1 0, L2 100, L3 300 …” and “Bookworm 0-99, Page Turner 100-499, Scholar 500-999, Literary Legend 1000+”', async () => {
  const { page } = reader;
  const { totalPoints, level } = await stats();
  expect(level).toBe(totalPoints < 100 ? 1 : totalPoints < 300 ? 2 : 3);
  await page.goto('/gamification');
  const skip = page.getByRole('dialog').getByRole('button', { name: 'Skip' });
  await skip.click();
  await page.getByRole('heading', { name: 'How points and levels work' }).click();
  const levels = page.getByRole('table', { name: 'Levels' });
  for (const points of [0, 100, 300, 600, 1000, 1500, 2500, 4000, 6000, 10_000])
    await expect(levels.getByRole('cell', { name: points.toLocaleString('en'), exact: true })).toBeVisible();
  for (const tier of ['Bookworm', 'Page Turner', 'Scholar', 'Literary Legend'])
    await expect(levels.getByText(tier).first()).toBeVisible();
});

test('[GM-06] “Five steps with Previous, Next, Skip, Get Started! and close”', async ({ browser }) => {
  const { page } = await newReader(browser);
  await page.goto('/gamification');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Skip' })).toBeVisible();
  for (let step = 1; step < 5; step += 1) await dialog.getByRole('button', { name: 'Next' }).click();
  await dialog.getByRole('button', { name: 'Previous' }).click();
  await dialog.getByRole('button', { name: 'Next' }).click();
  await dialog.getByRole('button', { name: 'Get Started!' }).click();
  await expect(dialog).toHaveCount(0);
  await page.context().close();
});

test('[GM-07] “Rewards (a rules page)”: what it says is what is paid', async () => {
  const { page } = reader;
  await page.goto('/gamification');
  await page.getByRole('heading', { name: 'How points and levels work' }).click();
  const rules = page.getByRole('table', { name: 'How points are earned' });
  for (const [what, points] of [
    ['Upload a book', 25],
    ['Read a page', 1],
    ['Write a note', 15],
    ['Highlight a passage', 10],
    ['Finish a book', 100],
  ] as const)
    await expect(rules.getByRole('row', { name: new RegExp(`${what}.*\\b${points}$`) })).toBeVisible();
});

test('[GM-08] “a 401 puts the client in offline mode; a 429 is ignored”: points go on, nobody is signed out', async ({
  browser,
}) => {
  const { page } = await newReader(browser);
  await page.route('**/v1/api/gamification/**', (route) =>
    route.fulfill({
      status: 401,
      headers: fromServer,
      json: { error: 'No.', code: 'unauthenticated', status: 401 },
    }),
  );
  await page.goto('/gamification');
  await expect(page.getByRole('heading', { name: 'Rewards', exact: true })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/gamification');
  expect(await page.evaluate(() => localStorage.getItem('lectern.token'))).not.toBeNull();
  await page.context().close();
});

test('[GM-09] [RS-01] [RS-02] [RS-03] [RS-04] a session: reading_session_started, paused, resumed, stopped; “h:mm:ss, or m:ss under an hour”', async () => {
  const { page, calls } = reader;
  const actions: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/gamification/actions')) actions.push(request.postDataJSON().action);
  });
  await page.clock.install();
  await page.goto('/library');
  await page.getByRole('button', { name: 'More about Reward' }).last().click();
  await page.getByRole('menuitem', { name: 'Start Reading Session' }).click();
  const widget = page.getByRole('group', { name: /^Reading session/ });
  const timer = page.getByRole('timer');
  await expect(timer).toHaveText(/^0:\d\d$/);
  await page.clock.runFor('01:30');
  await expect(timer).toHaveText(/^1:3\d$/);
  await widget.getByRole('button', { name: 'Pause' }).click();
  const paused = (await timer.textContent()) ?? '';
  await page.clock.runFor('00:30');
  await expect(timer).toHaveText(paused);
  await widget.getByRole('button', { name: 'Resume' }).click();
  await page.reload();
  await expect(timer).toHaveText(/^1:\d\d$/);
  await expect(widget).toContainText('Reward');
  await expect(widget).toContainText('Test Author');
  await widget.getByRole('button', { name: 'Minimize' }).click();
  await expect(widget.getByText('Test Author')).toHaveCount(0);
  await expect(timer).toHaveText(/^1:\d\d$/);
  await widget.getByRole('button', { name: 'Show the session' }).click();
  await widget.getByRole('button', { name: 'Stop' }).click();
  await expect(timer).toHaveCount(0);
  await expect
    .poll(() => actions)
    .toEqual(expect.arrayContaining(['reading_session_started', 'reading_session_completed']));
  const history = await page.evaluate(() => localStorage.getItem('lectern.session_history'));
  expect(history).toMatch(/endTime.*duration.*totalSeconds|totalSeconds.*endTime/s);
  await expect
    .poll(async () => (await calls.get(`/books/${bookId}`)).body)
    .toMatchObject({ status: 'paused' });
});

test('[ST-01] statistics: totals, time by day, week and month, pages, streak, sessions, books by status and genre, with charts', async ({
  browser,
}) => {
  const { page, calls, request, token } = await newReader(browser);
  const book = await upload(request, token, await makeEpub('Counted'));
  await calls.patch(`/books/${book.id}`, { genre: 'Sea stories' });
  const ended = Date.now() - 60_000;
  const session = {
    book_id: book.id,
    started_at: new Date(ended - 1_800_000).toISOString(),
    ended_at: new Date(ended).toISOString(),
    seconds: 1_800,
    pages_read: 12,
    by_hand: true,
  };
  expect((await calls.post('/reading/session', session)).status).toBeLessThan(300);
  await page.goto('/library?tab=statistics');
  const panel = page.getByRole('tabpanel');
  for (const words of [/30 min/, /\b12\b/, /streak|in a row/i, /sessions/i])
    await expect(panel.getByText(words).first()).toBeVisible();
  // Charts are drawn after the figures, each with its table.
  await expect.poll(() => panel.getByText('As a table').count()).toBeGreaterThan(2);
  for (const span of ['This week', '12 weeks', '12 months', 'Pages']) {
    const chip = panel.getByRole('button', { name: span, exact: true });
    await chip.click();
    await expect(chip).toHaveAttribute('aria-pressed', 'true');
  }
  await expect(panel.getByText(/by status/i).first()).toBeVisible();
  await expect(panel.getByText('Sea stories').first()).toBeVisible();
  await page.context().close();
});
