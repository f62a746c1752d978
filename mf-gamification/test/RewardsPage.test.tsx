import { achievementRules } from '@lectern/shared-contracts/domain/achievements.ts';
import { levelThresholds } from '@lectern/shared-contracts/domain/levels.ts';
import { paidActions, ruleOf } from '@lectern/shared-contracts/domain/points.ts';
import { renderInHost } from '@lectern/shared-contracts/testing/renderInHost.tsx';
import { type TestRoutes, testError } from '@lectern/shared-contracts/testing/testApi.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import locale from '../src/locales/en.json';
import { RewardsPage } from '../src/rewards/RewardsPage.tsx';
import { achievements, dailyGoal, gamificationRoutes, noStats } from './gamificationFixtures.ts';

function show(changes: TestRoutes = {}) {
  return renderInHost(<RewardsPage />, { locale, routes: gamificationRoutes(changes) });
}

describe('the Rewards page', () => {
  it('[GM-07] states the points, levels and achievements of the table by which the server pays', async () => {
    show();
    const rules = await screen.findByRole('table', { name: 'How points are earned' });
    for (const action of paidActions) {
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
      expect(within(levels).getByText(String(points))).toBeInTheDocument();
    for (const { title, description } of achievementRules) {
      expect(await screen.findByRole('heading', { level: 3, name: title })).toBeInTheDocument();
      expect(screen.getByText(description)).toBeInTheDocument();
    }
  });

  it('[GM-02] shows points, level, tier and the way to the next level', async () => {
    show({ 'GET /api/gamification/stats': () => ({ ...noStats, totalPoints: 450, level: 3 }) });
    const standing = await screen.findByRole('region', { name: 'Your standing' });
    expect(within(standing).getByRole('heading', { name: 'Page Turner' })).toBeInTheDocument();
    expect(within(standing).getByText('450 points')).toBeInTheDocument();
    expect(within(standing).getByText('150 points to level 4')).toBeInTheDocument();
    expect(within(standing).getByRole('progressbar')).toHaveAttribute('aria-valuenow', '50');
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

  it('[GM-03] announces what was unlocked a moment ago, once', async () => {
    const { announceUnlocked } = await import('../src/client/announceUnlocked.ts');
    const { createTestHost } = await import('@lectern/shared-contracts/testing/testHost.ts');
    const now = new Date().toISOString();
    const host = createTestHost({
      locale,
      routes: gamificationRoutes({
        'GET /api/gamification/achievements': () => ({
          items: achievements({ first_book: now, bookworm: '2020-01-01T00:00:00.000Z' }),
        }),
      }),
    });
    announceUnlocked(host);
    await waitFor(() => expect(host.test.shown).toHaveLength(1));
    expect(host.test.shown[0]?.message).toBe('New on your shelf: First Book, 50 points');
    host.data.refresh();
    await waitFor(() => expect(host.test.calls).toHaveLength(2));
    expect(host.test.shown).toHaveLength(1);
  });

  it('[GM-04] sets a goal of the reader’s own', async () => {
    const user = userEvent.setup();
    let saved: unknown;
    show({
      'POST /api/gamification/goals': ({ body }) => {
        saved = body;
        return { ...dailyGoal, ...body, description: '', reward: 20, unit: 'pages', deadline: null };
      },
    });
    expect(await screen.findByText('12 of 30 minutes')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'New goal' }));
    const dialog = await screen.findByRole('dialog', { name: 'New goal' });
    await user.click(within(dialog).getByRole('button', { name: 'Set goal' }));
    expect(within(dialog).getByText('Please give it a name.')).toBeInTheDocument();
    expect(saved).toBeUndefined();

    await user.type(within(dialog).getByLabelText('Name'), 'Ten pages');
    await user.clear(within(dialog).getByLabelText('How many'));
    await user.type(within(dialog).getByLabelText('How many'), '10');
    await user.selectOptions(within(dialog).getByLabelText('Of what'), 'pages');
    await user.click(within(dialog).getByRole('button', { name: 'Set goal' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(saved).toMatchObject({
      title: 'Ten pages',
      target: 10,
      unit: 'pages',
      type: 'daily',
      deadline: null,
    });
  });

  it('checks in once for the day', async () => {
    const user = userEvent.setup();
    const { host } = show({
      'POST /api/gamification/actions': () => ({ credited: 10, stats: noStats, unlocked: [] }),
    });
    await user.click(await screen.findByRole('button', { name: 'Check in, +10' }));
    expect(await screen.findByText('Checked in for today')).toBeInTheDocument();
    expect(host.test.calls.filter(({ key }) => key === 'POST /api/gamification/actions')).toMatchObject([
      // Coming back on a new day is told by itself.
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
    expect(await screen.findByText(/Shown as last known/)).toBeInTheDocument();
    expect(screen.getByRole('table', { name: 'How points are earned' })).toBeInTheDocument();
  });
});
