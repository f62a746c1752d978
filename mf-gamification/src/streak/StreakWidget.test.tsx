import { renderInHost } from '@lectern/shared-contracts/testing/renderInHost.tsx';
import { act, screen, waitFor } from '@testing-library/react';
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
    const ring = screen.getByRole('progressbar', { name: 'Reading today' });
    await waitFor(() => expect(ring).toHaveAttribute('aria-valuetext', '18 of 30 minutes'));
    expect(screen.getByText('4 days in a row')).toBeInTheDocument();
    expect(screen.getByText('12 minutes to today’s goal.')).toBeInTheDocument();
  });

  it('[GM-05] knows the streak of this browser while the server cannot be reached', async () => {
    const { host } = renderInHost(<StreakWidget />, { locale, network: 'offline' });
    expect(screen.getByText('No streak yet')).toBeInTheDocument();
    await act(() => host.session.start({ id: 'b1', title: 'Emma', author: 'Jane Austen', cover_url: null }));
    await act(() => host.session.stop());
    expect(await screen.findByText('1 day, a beginning')).toBeInTheDocument();
  });
});
