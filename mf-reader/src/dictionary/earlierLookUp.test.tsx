import type { LookedUpWord } from '@lectern/shared-contracts/api/words.ts';
import { renderInHost } from '@lectern/shared-contracts/testing/renderInHost.tsx';
import { createTestHost } from '@lectern/shared-contracts/testing/testHost.ts';
import { screen, waitFor } from '@testing-library/react';
import EarlierLookUp from '../expose/EarlierLookUp.ts';
import { BookWords } from './BookWords.tsx';

const word = (fields: Partial<LookedUpWord>): LookedUpWord => ({
  id: 'w1',
  word: 'Leviathan',
  headword: 'leviathan',
  language: 'en',
  sentence: 'There leviathan, hugest of living creatures.',
  meaning: 'a sea monster',
  book_id: 'b1',
  position: null,
  created_at: '2026-01-02T00:00:00.000Z',
  ...fields,
});
const hostWith = (...items: LookedUpWord[]) =>
  createTestHost({ routes: { 'GET /words': () => ({ items }) } });

describe('a word that was looked up before', () => {
  it.each([
    ['is found in any case', {}, true],
    ['is not the one of this moment', { created_at: new Date().toISOString() }, false],
    ['needs a sentence', { sentence: null }, false],
    ['is the same word', { word: 'whale' }, false],
  ])('%s', async (_, fields, isFound) => {
    const host = hostWith(word(fields));
    const words = host.data.watch('GET /words', {});
    await waitFor(() => expect(words.get().status).toBe('ready'));
    const answer = await EarlierLookUp({ word: 'leviathan', language: 'en' }, host);
    expect(answer?.text ?? null).toBe(isFound ? word({}).sentence : null);
  });
});

describe('the words of a book', () => {
  it('are those of this book, with their sentences', async () => {
    renderInHost(
      <BookWords bookId="b1" />,
      hostWith(word({}), word({ id: 'w2', headword: 'whale', book_id: 'b2' })),
    );
    expect(await screen.findByText('leviathan')).toBeVisible();
    expect(screen.getByText(/hugest of living creatures/)).toBeVisible();
    expect(screen.queryByText('whale')).not.toBeInTheDocument();
  });

  it('say what to do when there are none', async () => {
    renderInHost(<BookWords bookId="b1" />, hostWith());
    expect(await screen.findByText(/choose Look up/)).toBeVisible();
  });
});
