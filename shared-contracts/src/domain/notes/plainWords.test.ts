/** @jest-environment node */
import { plainWords } from './plainWords.ts';

test.each([
  ['The chapter on **whiteness** is the *heart*.', 'The chapter on whiteness is the heart.'],
  ['# Whales\n\n- first\n- second\n> quoted\n1. third', 'Whales\n\nfirst\nsecond\nquoted\nthird'],
  ['See [[Emma]] and [a page](https://example.org/a_b), `code`.', 'See Emma and a page, code.'],
  [
    'Words that are no Markdown: 3 * 4 - 2, snake_case, [sic], 5 < 6',
    'Words that are no Markdown: 3 * 4 - 2, snake_case, [sic], 5 < 6',
  ],
])('%j is quoted without the signs of Markdown', (markdown, words) => {
  expect(plainWords(markdown)).toBe(words);
});
