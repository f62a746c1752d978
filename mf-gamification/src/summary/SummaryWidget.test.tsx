import { defaultSettings } from '@lectern/shared-contracts/domain/gamification/defaultSettings.ts';
import { renderInHost } from '@lectern/shared-contracts/testing/renderInHost.tsx';
import { screen, waitFor } from '@testing-library/react';
import locale from '../locales/en.json';
import { gamificationRoutes, noStats } from '../testing/gamificationFixtures.ts';
import { SummaryWidget } from './SummaryWidget.tsx';

const show = (settings: Partial<typeof defaultSettings> = {}) =>
  renderInHost(<SummaryWidget />, {
    locale,
    routes: gamificationRoutes({
      'GET /api/gamification/stats': () => ({ ...noStats, totalPoints: 620, readingStreak: 4 }),
      'GET /api/gamification/settings': () => ({ ...defaultSettings, ...settings }),
    }),
  });

describe('the standing in the header', () => {
  it('[X-08] has the level, the points and the streak in its name, and leads to all the rest', async () => {
    show();
    const link = await screen.findByRole('link', { name: /^Your rewards.*620 points.*4 days in a row/ });
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
