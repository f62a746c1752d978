import { createWritable } from '@lectern/shared-contracts/contract/readable.ts';
import { dayOf, daysBefore } from '@lectern/shared-contracts/domain/gamification/streak.ts';
import { startSession, stopSession } from '@lectern/shared-contracts/domain/sessions/readingSession.ts';
import { renderInHost } from '@lectern/shared-contracts/testing/renderInHost.tsx';
import { createTestHost } from '@lectern/shared-contracts/testing/testHost.ts';
import { act, screen } from '@testing-library/react';
import locale from '../locales/en.json';
import { gamificationRoutes, noStats } from '../testing/gamificationFixtures.ts';
import { StreakWidget } from './StreakWidget.tsx';

const stats = { ...noStats, todayReadingTime: 18, readingStreak: 4 };

describe('the streak widget', () => {
  it('shows today’s minutes against the daily goal, and the streak', async () => {
    renderInHost(<StreakWidget />, {
      locale,
      routes: gamificationRoutes({ 'GET /api/gamification/stats': () => stats }),
    });
    const ring = await screen.findByRole('progressbar', { name: 'Reading today' });
    expect(ring).toHaveAttribute('aria-valuetext', '18 of 30 minutes');
    expect(screen.getByText('4 days in a row')).toBeInTheDocument();
    expect(screen.getByText('12 minutes to today’s goal.')).toBeInTheDocument();
  });

  it('[U-11] says nothing of today or the streak while the server has not answered', async () => {
    renderInHost(<StreakWidget />, {
      locale,
      routes: gamificationRoutes({ 'GET /api/gamification/stats': () => new Promise(() => {}) }),
    });
    expect(screen.queryByText('No streak yet')).not.toBeInTheDocument();
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
  });

  it('[W-01] counts the days of a session over midnight in the dots and in the streak alike', async () => {
    const now = new Date();
    const [today, yesterday] = [dayOf(now), daysBefore(dayOf(now), 1)];
    const book = { id: 'b1', title: 'Emma', author: 'Jane Austen', cover_url: null };
    const began = new Date(`${yesterday}T23:30:00`);
    const active = startSession({ book, sessionId: 's1', backendSessionId: null }, began);
    const finished = stopSession(active, new Date(`${today}T00:00:30`));
    const session = { ...createTestHost().session, history: createWritable([finished]) };
    renderInHost(<StreakWidget />, { locale, network: 'offline', overrides: { session } });
    expect(await screen.findByText('2 days in a row')).toBeInTheDocument();
    expect(screen.getAllByText(/: read$/)).toHaveLength(2);
  });

  it('[GM-05] knows the streak of this browser while the server cannot be reached', async () => {
    const { host } = renderInHost(<StreakWidget />, { locale, network: 'offline' });
    expect(await screen.findByText('No streak yet')).toBeInTheDocument();
    await act(() => host.session.start({ id: 'b1', title: 'Emma', author: 'Jane Austen', cover_url: null }));
    await act(() => host.session.stop());
    expect(await screen.findByText('1 day, a beginning')).toBeInTheDocument();
  });
});
