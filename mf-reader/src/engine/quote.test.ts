import fc from 'fast-check';
import { agreesWith, findQuote, quoteOf } from './quote.ts';

const words = fc.array(
  fc.constantFrom('whale', 'the', 'sea', 'Ishmael', 'call', 'me', 'ship', 'ﬁsh', 'é', '—'),
  {
    minLength: 12,
    maxLength: 80,
  },
);

test('words are found where they stand, however the white space has changed', () => {
  fc.assert(
    fc.property(
      words,
      fc.nat(),
      fc.nat(),
      fc.constantFrom(' ', '\n  ', '\u00a0', ' \u00ad'),
      (list, a, b, blank) => {
        const text = list.join(' ');
        const start = a % text.length;
        const end = Math.min(text.length, start + 1 + (b % 40));
        const exact = text.slice(start, end);
        fc.pre(/\S/.test(exact));
        const elsewhere = list.join(blank);
        const found = findQuote(elsewhere, quoteOf(text, { start, end }), start);
        expect(found?.whole).toBe(true);
        expect(found && squeezed(elsewhere.slice(found.start, found.end))).toBe(squeezed(exact));
      },
    ),
  );
});

const squeezed = (text: string) => text.normalize('NFKC').replace(/[\s\u00ad]/gu, '');

test('of several places the one with the same surroundings is meant', () => {
  const text = 'red fox. brown fox. white fox.';
  expect(findQuote(text, { exact: 'fox', prefix: 'white' })).toMatchObject({ start: 26 });
  expect(findQuote(text, { exact: 'fox', prefix: 'brown', suffix: '. white' })).toMatchObject({ start: 15 });
});

test('with nothing to tell them apart the nearest is meant', () => {
  const text = 'ping ping ping ping';
  expect(findQuote(text, { exact: 'ping' }, 11)).toMatchObject({ start: 10 });
  expect(findQuote(text, { exact: 'ping' }, 400)).toMatchObject({ start: 15 });
});

test('when the end of the words has changed their beginning is found', () => {
  const text = 'It was the best of times, it was the worst of times, it was the age of wisdom.';
  const quote = {
    exact: 'it was the worst of times, it was the age of foolishness, it was the epoch of belief',
  };
  expect(findQuote(text, quote)).toMatchObject({ start: 26, whole: false });
});

test.each([
  ['', 'anything'],
  ['some text', ''],
  ['some text', '   '],
  ['some text', 'not there'],
])('in %j there is no %j', (text, exact) => {
  expect(findQuote(text, { exact })).toBeNull();
});

test('a ligature is the same as its letters', () => {
  expect(findQuote('more difﬁcult than', { exact: 'difficult' })).toMatchObject({ start: 5, end: 13 });
});

test('a passage agrees with a quote that begins like it', () => {
  expect(agreesWith('Call me Ishmael. Some years', { exact: 'Call  me\nIshmael.' })).toBe(true);
  expect(agreesWith('Call me Ahab.', { exact: 'Call me Ishmael.' })).toBe(false);
  expect(agreesWith('', { exact: 'x' })).toBe(false);
});
