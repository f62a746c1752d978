import { renderInHost } from '@lectern/shared-contracts/testing/renderInHost.tsx';
import { screen, waitFor } from '@testing-library/react';
import { defaultSettings } from '../src/client/useSettings.ts';
import locale from '../src/locales/en.json';
import { StandingWidget } from '../src/standing/StandingWidget.tsx';
import { gamificationRoutes, noStats } from './gamificationFixtures.ts';

const show = (settings: Partial<typeof defaultSettings> = {}) =>
  renderInHost(<StandingWidget />, {
    locale,
    routes: gamificationRoutes({
      'GET /api/gamification/stats': () => ({ ...noStats, totalPoints: 620, readingStreak: 4 }),
      'GET /api/gamification/settings': () => ({ ...defaultSettings, ...settings }),
    }),
  });

describe('the standing in the header', () => {
  it('has the level, the points and the streak, and leads to all the rest', async () => {
    show();
    const link = await screen.findByRole('link', { name: 'Your rewards' });
    expect(link).toHaveAttribute('href', '/gamification');
    expect(screen.getByRole('progressbar', { name: 'Level' })).toHaveAttribute('aria-valuetext', '4');
    expect(link).toHaveTextContent('620 points');
    expect(link).toHaveTextContent('4 days in a row');
  });

  it('leaves out what the reader does not want to see', async () => {
    show({ streak: false });
    expect(await screen.findByText('620 points')).toBeInTheDocument();
    expect(screen.queryByText('4 days in a row')).not.toBeInTheDocument();
  });

  it('is not there at all when it is turned off', async () => {
    const { container } = show({ header: false });
    await waitFor(() => expect(container.querySelector('a')).toBeNull());
  });
});
