/** A word that was looked up in a book. */
export const wordFrom = (bookId: string) => ({
  word: 'whales',
  headword: 'whale',
  language: 'en',
  sentence: 'Whales are large.',
  meaning: null,
  book_id: bookId,
  position: null,
  created_at: new Date().toISOString(),
});
