import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BrowserRouter } from 'react-router-dom';
import { renderInShell } from '../../../testing/testShell.tsx';
import { Help, matching } from './Help.tsx';

test('the search shows the answers that contain all words, expanded', async () => {
  await renderInShell(
    <BrowserRouter>
      <Help />
    </BrowserRouter>,
  );
  // [U-46] Named as the page is.
  expect(screen.getByRole('link', { name: 'Guide' })).toHaveAttribute('href', '/onboarding');
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search help' }), 'copy-protected');
  expect(screen.getByText('Which files can I add?')).toBeVisible();
  expect(screen.getByText(/Copy-protected files can’t be opened/)).toBeVisible();
  expect(screen.queryByText('How are points earned?')).toBeNull();
  await userEvent.type(screen.getByRole('searchbox'), ' zeppelin');
  expect(screen.getByText(/No matches/)).toBeVisible();
});

test('ignores accents and case, and ranks matches in questions before matches in answers', () => {
  const answers = [
    { question: 'A', answer: 'In a café.' },
    { question: 'The CAFE?', answer: 'Yes.' },
    { question: 'B', answer: 'No.' },
  ];
  expect(matching(answers, 'Café').map(({ question }) => question)).toEqual(['The CAFE?', 'A']);
  expect(matching(answers, ' ')).toEqual(answers);
});
