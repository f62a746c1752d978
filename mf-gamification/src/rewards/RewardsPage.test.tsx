import type { GamificationSettings } from '@lectern/shared-contracts/api/gamification.ts';
import { createWritable } from '@lectern/shared-contracts/contract/readable.ts';
import { achievementRules } from '@lectern/shared-contracts/domain/gamification/achievements.ts';
import { defaultSettings } from '@lectern/shared-contracts/domain/gamification/defaultSettings.ts';
import { levelThresholds } from '@lectern/shared-contracts/domain/gamification/levels.ts';
import { paidActions, ruleOf } from '@lectern/shared-contracts/domain/gamification/points.ts';
import { renderInHost } from '@lectern/shared-contracts/testing/renderInHost.tsx';
import { type TestRoutes, testError } from '@lectern/shared-contracts/testing/testApi.ts';
import type { TestHost } from '@lectern/shared-contracts/testing/testHost.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { newAchievementsPreference } from '../data/announceUnlocked.ts';
import locale from '../locales/en.json';
import {
  achievements,
  dailyGoal,
  gamificationRoutes,
  noStats,
  week,
} from '../testing/gamificationFixtures.ts';
import { RewardsPage } from './RewardsPage.tsx';

function show(changes: TestRoutes = {}, settings: Partial<GamificationSettings> = { introduced: true }) {
  const routes = gamificationRoutes({
    'GET /api/gamification/settings': () => ({ ...defaultSettings, ...settings }),
    ...changes,
  });
  return renderInHost(<RewardsPage />, { locale, routes });
}

const goalsQueued = (host: TestHost) => host.test.queued().filter(({ type }) => type === 'CREATE_GOAL');

describe('the Rewards page', () => {
  it('[GM-07] states the points, levels and achievements of the table by which the server pays', async () => {
    show();
    const rules = await screen.findByRole('table', { name: 'How points are earned' });
    for (const action of paidActions.filter((one) => ruleOf(one).available)) {
      const row = within(rules).getByRole('row', { name: new RegExp(`^${ruleOf(action).label} `) });
      expect(within(row).getByText(String(ruleOf(action).points))).toBeInTheDocument();
    }
    const levels = screen.getByRole('table', { name: 'Levels' });
    expect(
      within(levels)
        .getAllByRole('rowheader')
        .map((cell) => cell.textContent),
    ).toEqual(levelThresholds.map((_, index) => String(index + 1)));
    for (const points of levelThresholds)
      expect(within(levels).getByText(points.toLocaleString('en'))).toBeInTheDocument();
    await userEvent.click(await screen.findByRole('button', { name: 'Show all 15' }));
    for (const { title, description } of achievementRules) {
      expect(await screen.findByRole('heading', { level: 3, name: title })).toBeInTheDocument();
      expect(screen.getByText(description)).toBeInTheDocument();
    }
  });

  it('[U-45] promises nothing that does not exist, and shows the badges that come next', async () => {
    show();
    const rules = await screen.findByRole('table', { name: 'How points are earned' });
    expect(within(rules).queryByText('Share a recommendation')).not.toBeInTheDocument();
    const shelf = (await screen.findByRole('heading', { name: 'Achievements' })).closest('section');
    await waitFor(() => expect(within(shelf as HTMLElement).getAllByRole('listitem')).toHaveLength(4));
    expect(within(shelf as HTMLElement).getAllByRole('heading', { level: 3 })).toHaveLength(4);
  });

  it('[U-07] says what the badges count, since a streak may count more days', async () => {
    show();
    expect(
      await screen.findByText('Achievements count sessions of at least a minute, from the day you joined.'),
    ).toBeInTheDocument();
  });

  it('[GM-02] shows points, level, tier and the way to the next level', async () => {
    show({ 'GET /api/gamification/stats': () => ({ ...noStats, totalPoints: 450, level: 3 }) });
    const summary = await screen.findByRole('region', { name: 'Your level and streak' });
    expect(within(summary).getByRole('heading', { name: 'Page Turner' })).toBeInTheDocument();
    expect(within(summary).getByText('450 points')).toBeInTheDocument();
    expect(within(summary).getByText('150 points to level 4')).toBeInTheDocument();
    expect(within(summary).getByRole('progressbar')).toHaveAttribute('aria-valuenow', '50');
  });

  it('puts earned achievements first, with their day, and says how far the others are', async () => {
    show({
      'GET /api/gamification/achievements': () => ({
        items: achievements({ streak_7: '2026-02-03T10:00:00.000Z' }),
      }),
    });
    const first = await screen.findByRole('heading', { name: 'A Full Week' });
    const titles = screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent);
    expect(titles[0]).toBe(first.textContent);
    expect(screen.getByText('February 3, 2026, +250')).toBeInTheDocument();
    expect(screen.getByText('25 of 50')).toBeInTheDocument();
  });

  it('[W-05] announces an achievement once, not again at the next sign-in or on another device', async () => {
    const { announceUnlocked } = await import('../data/announceUnlocked.ts');
    const { createTestHost } = await import('@lectern/shared-contracts/testing/testHost.ts');
    const stored = { ...defaultSettings };
    const items = achievements({ first_book: new Date().toISOString() });
    const routes = gamificationRoutes({
      'GET /api/gamification/achievements': () => ({ items }),
      'GET /api/gamification/settings': () => stored,
    });
    const first = createTestHost({ locale, routes });
    announceUnlocked(first);
    await waitFor(() => expect(first.test.queued()).toHaveLength(1));
    expect(first.test.shown).toHaveLength(1);
    for (const { payload } of first.test.queued()) Object.assign(stored, payload);
    const second = createTestHost({ locale, routes });
    announceUnlocked(second);
    await waitFor(() =>
      expect(second.data.watch('GET /api/gamification/settings', {}).get().status).toBe('ready'),
    );
    await waitFor(() =>
      expect(second.data.watch('GET /api/gamification/achievements', {}).get().status).toBe('ready'),
    );
    expect(second.test.shown).toEqual([]);
  });

  it('[GM-03] announces what was unlocked a moment ago, once', async () => {
    const { announceUnlocked } = await import('../data/announceUnlocked.ts');
    const { createTestHost } = await import('@lectern/shared-contracts/testing/testHost.ts');
    const now = new Date().toISOString();
    const host = createTestHost({
      locale,
      routes: gamificationRoutes({
        'GET /api/gamification/achievements': () => ({
          items: achievements({ first_book: now, bookworm: '2020-01-01T00:00:00.000Z' }),
        }),
        'GET /api/gamification/settings': () => ({
          ...defaultSettings,
          announcedUntil: '2020-01-01T00:00:00.000Z',
        }),
      }),
    });
    announceUnlocked(host);
    await waitFor(() => expect(host.test.shown).toHaveLength(1));
    expect(host.test.shown[0]?.message).toBe('Achievement unlocked: First Book, +50 points');
    host.data.refresh();
    await waitFor(() => expect(host.test.calls.length).toBeGreaterThan(2));
    expect(host.test.shown).toHaveLength(1);
  });

  it('[GM-03] announces it in the language of the reader: not before the texts have come', async () => {
    const { announceUnlocked } = await import('../data/announceUnlocked.ts');
    const { createTestHost } = await import('@lectern/shared-contracts/testing/testHost.ts');
    const { createTestI18n } = await import('@lectern/shared-contracts/testing/testI18n.ts');
    const texts = createWritable(0);
    const come: Record<string, string> = {};
    const i18n = { ...createTestI18n(come), language: createWritable('de'), textsOf: () => texts };
    const unlocked = achievements({ first_book: new Date().toISOString() });
    const routes = gamificationRoutes({ 'GET /api/gamification/achievements': () => ({ items: unlocked }) });
    const host = createTestHost({ routes, overrides: { i18n } });
    announceUnlocked(host);
    await waitFor(() =>
      expect(host.data.watch('GET /api/gamification/achievements', {}).get().status).toBe('ready'),
    );
    await waitFor(() =>
      expect(host.data.watch('GET /api/gamification/settings', {}).get().status).toBe('ready'),
    );
    expect(host.test.shown).toEqual([]);
    Object.assign(come, {
      'See it': 'Ansehen',
      'Achievement unlocked: {{title}}, +{{points}} points': 'Neu: {{title}}',
    });
    texts.set(1);
    expect(host.test.shown.map(({ message }) => message)).toEqual(['Neu: First Book']);
  });

  it('says nothing of it over the page that shows it', async () => {
    const { announceUnlocked } = await import('../data/announceUnlocked.ts');
    const { createTestHost } = await import('@lectern/shared-contracts/testing/testHost.ts');
    const unlocked = achievements({ first_book: new Date().toISOString() });
    const host = createTestHost({
      locale,
      location: '/gamification',
      routes: gamificationRoutes({ 'GET /api/gamification/achievements': () => ({ items: unlocked }) }),
    });
    announceUnlocked(host);
    const waiting = host.preferences.watch<readonly string[]>(newAchievementsPreference, []);
    await waitFor(() => expect(waiting.get()).toEqual(['first_book']));
    expect(host.test.shown).toEqual([]);
  });

  it('[GM-04] sets a goal of the reader’s own', async () => {
    const user = userEvent.setup();
    const { host } = show();
    expect(await screen.findByText('12 of 30 minutes')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'New goal' }));
    const dialog = await screen.findByRole('dialog', { name: 'New goal' });
    await user.click(within(dialog).getByRole('button', { name: 'Set goal' }));
    expect(within(dialog).getByLabelText('Name')).toHaveAccessibleDescription('Please enter a name.');
    expect(within(dialog).getByLabelText('Name')).toHaveFocus();
    expect(goalsQueued(host)).toEqual([]);

    await user.type(within(dialog).getByLabelText('Name'), 'Ten pages');
    await user.clear(within(dialog).getByLabelText('How many'));
    await user.type(within(dialog).getByLabelText('How many'), '10');
    await user.selectOptions(within(dialog).getByLabelText('Of what'), 'pages');
    await user.click(within(dialog).getByRole('button', { name: 'Set goal' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(goalsQueued(host)).toMatchObject([
      { payload: { title: 'Ten pages', target: 10, unit: 'pages', type: 'daily', deadline: null } },
    ]);
    // Works offline too; deleting can be undone.
    expect(await screen.findByText('0 of 10 pages')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Delete goal “Ten pages”' }));
    expect(screen.queryByText('0 of 10 pages')).not.toBeInTheDocument();
    act(() => host.test.shown.at(-1)?.action?.onAction());
    expect(await screen.findByText('0 of 10 pages')).toBeInTheDocument();
  });

  it('checks in once for the day', async () => {
    const user = userEvent.setup();
    const { host } = show({
      'POST /api/gamification/actions': () => ({ credited: 10, stats: noStats, unlocked: [] }),
    });
    await user.click(await screen.findByRole('button', { name: 'Check in, +10' }));
    expect(await screen.findByText('Checked in for today')).toBeInTheDocument();
    expect(host.test.calls.filter(({ key }) => key === 'POST /api/gamification/actions')).toMatchObject([
      // The daily visit is sent automatically.
      { request: { body: { action: 'daily_login' } } },
      { request: { body: { action: 'daily_checkin' } } },
    ]);
  });

  it('says so when points cannot be asked for', async () => {
    show({
      'GET /api/gamification/stats': () => {
        throw testError(500, 'Broken.');
      },
    });
    expect(await screen.findByText(/Showing the last known state/)).toBeInTheDocument();
    expect(screen.getByRole('table', { name: 'How points are earned' })).toBeInTheDocument();
  });

  it('[F-23] [GM-08] says that points are the last known ones when they are there and can no longer be asked for', async () => {
    let answers = true;
    const { host } = show({
      'GET /api/gamification/stats': () => {
        if (answers) return { ...noStats, totalPoints: 450 };
        throw testError(500, 'Broken.');
      },
    });
    expect(await screen.findByText('450 points')).toBeInTheDocument();
    answers = false;
    act(() => host.data.refresh('GET /api/gamification/stats'));
    expect(await screen.findByText(/Showing the last known state/)).toBeInTheDocument();
    expect(screen.getByText('450 points')).toBeInTheDocument();
  });

  it('[GM-06] introduces itself at the first visit, and only then', async () => {
    const { host } = show({}, {});
    const dialog = await screen.findByRole('dialog', { name: 'Welcome to your rewards' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Skip' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(host.test.queued()).toMatchObject([
      { type: 'SAVE_GAMIFICATION_SETTINGS', payload: { introduced: true } },
    ]);
  });

  it('[W-11] does not introduce itself again on a second device, even where the page was left without an answer', async () => {
    const stored = { ...defaultSettings };
    const { host, unmount } = show({ 'GET /api/gamification/settings': () => stored }, {});
    await screen.findByRole('dialog', { name: 'Welcome to your rewards' });
    for (const { payload } of host.test.queued()) Object.assign(stored, payload);
    unmount();
    show({ 'GET /api/gamification/settings': () => stored });
    await screen.findByRole('heading', { level: 3, name: 'Bookworm' });
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('the calendar says of each day why it counted', async () => {
    show();
    const days = await screen.findByRole('slider', { name: 'The last weeks, day by day' });
    const says = (words: string) => waitFor(() => expect(days).toHaveAttribute('aria-valuetext', words));
    await says('Thursday, March 12: Nothing read yet today.');
    days.focus();
    await userEvent.keyboard('{ArrowLeft}');
    await says('Wednesday, March 11: Counted: 10 minutes with Emma, added by hand.');
    await userEvent.click(within(days).getByText('10'));
    await says('Tuesday, March 10: Your rest day of that week. The streak went on.');
    await userEvent.hover(within(days).getByText('9'));
    await says('Monday, March 9: Counted: 25 minutes with Emma.');
  });

  it('[X-16] the arrow keys of the calendar go where they point, from right to left too', async () => {
    document.documentElement.dir = 'rtl';
    try {
      show();
      const days = await screen.findByRole('slider', { name: 'The last weeks, day by day' });
      await waitFor(() =>
        expect(days).toHaveAttribute('aria-valuetext', expect.stringContaining('March 12')),
      );
      days.focus();
      await userEvent.keyboard('{ArrowRight}');
      expect(days).toHaveAttribute('aria-valuetext', expect.stringContaining('March 11'));
    } finally {
      await act(async () => {
        document.documentElement.dir = '';
      });
    }
  });

  it('shows the week, and the weeks before', async () => {
    const asked: unknown[] = [];
    show({
      'GET /api/gamification/week': ({ query }) => {
        asked.push(query?.ago ?? 0);
        return week;
      },
    });
    expect(await screen.findByText('2 h 5 min', { selector: 'p > span' })).toBeInTheDocument();
    expect(
      screen.getByText('60 pages · 3 notes and highlights · 1 book finished · 90 points'),
    ).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'The week before' }));
    expect(await screen.findByText('Last week')).toBeInTheDocument();
    expect(asked).toContain(1);
  });

  it('leaves out every part that was turned off', async () => {
    const { host } = show({
      'GET /api/gamification/settings': () => ({
        ...defaultSettings,
        points: false,
        achievements: false,
        goals: false,
        streak: false,
        weeklySummary: false,
        introduced: true,
      }),
    });
    expect(await screen.findByText('You have turned everything off. Reading is enough.')).toBeInTheDocument();
    for (const name of [
      'Achievements',
      'Goals',
      'Your streak',
      'This week',
      'How points and levels work',
      'What you earned',
    ])
      expect(screen.queryByRole('heading', { name })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'What to show' }));
    await userEvent.click(screen.getByRole('switch', { name: 'Goals' }));
    expect(host.test.queued()).toMatchObject([
      { type: 'SAVE_GAMIFICATION_SETTINGS', payload: { goals: true } },
    ]);
    expect(await screen.findByRole('heading', { name: 'Goals', hidden: true })).toBeInTheDocument();
  });

  it('says what exactly was earned: the achievement, the goal', async () => {
    const entry = { book_id: null, created_at: '2026-03-10T10:00:00.000Z', day: '2026-03-10', points: 50 };
    show({
      'GET /api/gamification/history': () => ({
        items: [
          { ...entry, id: dailyGoal.id, action: 'goal_reached', event: `${dailyGoal.id}:2026-03-10` },
          { ...entry, id: '00000000-0000-4000-8000-0000000000b1', action: 'achievement', event: 'night_owl' },
        ],
      }),
    });
    expect(await screen.findByText('Night Owl', { selector: 'cite' })).toBeInTheDocument();
    expect(screen.getByText('Read 30 minutes', { selector: 'cite' })).toBeInTheDocument();
  });

  it('[GM-03] [L-08] what is new stands above the shelf, and over nothing, until it was seen', async () => {
    const { host } = renderInHost(<RewardsPage />, {
      locale,
      routes: gamificationRoutes({
        'GET /api/gamification/settings': () => ({ ...defaultSettings, introduced: true }),
        'GET /api/gamification/achievements': () => ({
          items: achievements({ night_owl: '2026-02-03T10:00:00.000Z' }),
        }),
      }),
      preferences: { [newAchievementsPreference]: ['night_owl'] },
    });
    const news = await screen.findByRole('region', { name: 'Achievement unlocked' });
    expect(within(news).getByText('Read after 10 PM')).toBeInTheDocument();
    expect(['sticky', 'fixed', 'absolute']).not.toContain(getComputedStyle(news).position);
    await userEvent.click(within(news).getByRole('button', { name: 'Add to my shelf' }));
    expect(screen.queryByRole('region', { name: 'Achievement unlocked' })).not.toBeInTheDocument();
    expect(host.preferences.watch(newAchievementsPreference, ['?']).get()).toEqual([]);
  });
});
