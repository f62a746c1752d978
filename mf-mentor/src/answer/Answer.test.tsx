import { normalizeBook } from '@lectern/shared-contracts/domain/books/book.ts';
import { renderInHost } from '@lectern/shared-contracts/testing/renderInHost.tsx';
import { screen } from '@testing-library/react';
import locale from '../locales/en.json';
import { citation, message } from '../testing/mentorFixtures.ts';
import { Answer } from './Answer.tsx';

it('[X-06] a quotation whose source is named elsewhere is in the language of that book', () => {
  const book = normalizeBook({ id: 'b1', title: 'Moby-Dick', author: 'Herman Melville', language: 'en' });
  if (!book) throw new Error('a book needs an id');
  const answer = message('mentor', '> Call me Ishmael.\n\nSo it begins. [1]', [citation]);
  renderInHost(<Answer message={answer} books={new Map([['b1', book]])} />, { locale });
  expect(screen.getByText('Call me Ishmael.')).toHaveAttribute('lang', 'en');
});
