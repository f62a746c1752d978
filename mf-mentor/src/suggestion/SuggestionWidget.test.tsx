import { renderInHost } from '@lectern/shared-contracts/testing/renderInHost.tsx';
import { screen, waitFor } from '@testing-library/react';
import { mentorRoutes } from '../testing/mentorFixtures.ts';
import { SuggestionWidget } from './SuggestionWidget.tsx';

describe('the mentor’s suggestion', () => {
  it('[ME-03] [X-06] is a book from the shelf with the reason, in the language of its title, but not the book opened last', async () => {
    renderInHost(<SuggestionWidget />, {
      routes: mentorRoutes({
        'GET /mentor/suggestion': () => ({
          items: [
            { book_id: 'b1', reason: 'You are 40 % through.' },
            { book_id: 'b2', reason: 'By the author of Emma.' },
          ],
        }),
      }),
    });
    expect(await screen.findByRole('link', { name: 'Jane Eyre' })).toHaveAttribute('href', '/read/b2');
    expect(screen.getByText('Jane Eyre', { selector: '[lang]' })).toHaveAttribute('lang', 'en');
    expect(screen.getByText('By the author of Emma.')).toBeInTheDocument();
  });

  it('renders nothing without a suggestion', async () => {
    const { container, host } = renderInHost(<SuggestionWidget />, { routes: mentorRoutes() });
    await waitFor(() => expect(host.test.calls.length).toBeGreaterThan(1));
    await waitFor(() => expect(container).toBeEmptyDOMElement());
  });
});
