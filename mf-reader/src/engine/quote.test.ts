/** @jest-environment node */
import fc from 'fast-check';
import { agreesWith, collapse, findQuote, quoteOf } from './quote.ts';

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

test('a quote has the thirty-two characters before and after it, with single blanks', () => {
  const before = 'a'.repeat(40);
  const after = 'z'.repeat(40);
  const text = `${before}The  white\n whale${after}`;
  const span = { start: 40, end: 40 + 'The  white\n whale'.length };
  expect(quoteOf(text, span)).toEqual({
    exact: 'The white whale',
    prefix: 'a'.repeat(32),
    suffix: 'z'.repeat(32),
  });
  expect(quoteOf('whale', { start: 0, end: 5 })).toEqual({ exact: 'whale' });
  expect(quoteOf('x'.repeat(5_000), { start: 0, end: 5_000 }).exact).toHaveLength(4_000);
  expect(collapse(' a \n\t b ')).toBe('a b');
});

test.each([
  ['after it', { exact: 'fox', suffix: ' sat down' }, 26],
  ['before it', { exact: 'fox', prefix: 'the grey' }, 26],
  ['on both sides, as far as they agree', { exact: 'fox', prefix: 'the brown', suffix: ' slept on' }, 44],
])('of several places the one is meant that has the same %s', (_, quote, start) => {
  const text = 'the red fox ran. the grey fox sat. the brown fox slept.';
  expect(findQuote(text, quote)?.start).toBe(text.indexOf('fox', start - 3));
});

test('the surroundings count for more than the distance, and the end of what is before for more than its beginning', () => {
  const text = 'one fox two. xxx fox yyy. one fox two.';
  expect(findQuote(text, { exact: 'fox', prefix: 'xxx', suffix: 'yyy' }, 0)).toMatchObject({ start: 17 });
  expect(findQuote(text, { exact: 'fox', prefix: 'one', suffix: 'two' }, 30)).toMatchObject({ start: 30 });
  // A nearer match with less matching context.
  expect(findQuote(text, { exact: 'fox', prefix: 'xxx', suffix: 'yyy' }, 30)).toMatchObject({ start: 17 });
  expect(findQuote('a fox sat. b fox sits.', { exact: 'fox', suffix: 'sits' })).toMatchObject({ start: 13 });
  expect(findQuote('a fox. b fox.', { exact: 'fox' }, 12)).toMatchObject({ start: 9 });
  expect(findQuote('abZ fox. Zbc fox.', { exact: 'fox', prefix: 'bc' })).toMatchObject({ start: 13 });
});

test('of equals with the same distance the first is meant', () => {
  expect(findQuote('ping xx ping', { exact: 'ping' }, 4)).toMatchObject({ start: 0 });
});

test('the first third of changed words is looked for, at least twenty-four letters of them', () => {
  const beginning = 'abcdefghijklmnopqrstuvwx';
  expect(findQuote(`${beginning} and new words`, { exact: `${beginning} and old ones` })).toMatchObject({
    start: 0,
    end: 24,
    whole: false,
  });
  expect(findQuote(`${beginning.slice(0, 23)} new words`, { exact: `${beginning} and old ones` })).toBeNull();
  const long = `${beginning}${[...beginning].reverse().join('')}`;
  expect(findQuote(`${beginning} ${beginning}`, { exact: long + long })).toBeNull();
  expect(findQuote('short words', { exact: 'short wards' })).toBeNull();
});

test('a passage is compared by its first sixty-four letters', () => {
  const same = 'w'.repeat(64);
  expect(agreesWith(`${same}a`, { exact: `${same}b` })).toBe(true);
  expect(agreesWith(`${same.slice(1)}a`, { exact: `${same}b` })).toBe(false);
  expect(agreesWith('words', { exact: '' })).toBe(false);
});
