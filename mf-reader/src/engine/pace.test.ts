/** @jest-environment node */
import fc from 'fast-check';
import { defaultPace, minutesFor, observePace, wordsAfter } from './pace.ts';

test('the pace comes close to what is read', () => {
  let pace = defaultPace;
  for (let page = 0; page < 60; page++) pace = observePace(pace, 300, 60);
  expect(pace.wordsPerMinute).toBeGreaterThan(290);
  expect(pace.samples).toBe(60);
});

test.each([
  ['leafing through', 300, 3],
  ['a book left open', 300, 3_600],
  ['a page of few words', 10, 4],
  ['a clock that went backwards', 300, -5],
  ['no time at all', 300, 0],
])('%s teaches nothing', (_, words, seconds) => {
  expect(observePace(defaultPace, words, seconds)).toBe(defaultPace);
});

test('no sequence of pages leads out of what a person can read', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(5_000), fc.double({ min: -10, max: 5_000, noNaN: true }))),
      (pages) => {
        const pace = pages.reduce(
          (known, [words, seconds]) => observePace(known, words, seconds),
          defaultPace,
        );
        expect(pace.wordsPerMinute).toBeGreaterThanOrEqual(80);
        expect(pace.wordsPerMinute).toBeLessThanOrEqual(900);
      },
    ),
  );
});

test('time left is in whole minutes, at least one', () => {
  expect(minutesFor(0, defaultPace)).toBe(0);
  expect(minutesFor(30, defaultPace)).toBe(1);
  expect(minutesFor(2_500, defaultPace)).toBe(10);
});

test('what is left of the book is what comes after the chapter, in the order of reading', () => {
  const spine = [10, 20, 30, 40].map((words, index) => ({ words, linear: index !== 2 }));
  expect([0, 1, 2, 3].map((index) => wordsAfter(spine, index))).toEqual([60, 40, 40, 0]);
});

test.each([
  ['the slowest reader', 80, 60],
  ['the fastest reader', 900, 60],
  ['the shortest page', 40, 10],
])('%s is learned from', (_, words, seconds) => {
  expect(observePace(defaultPace, words, seconds).samples).toBe(1);
});

test('the first page weighs half, the next a third, and none less than a tenth', () => {
  const first = observePace(defaultPace, 350, 60);
  expect(first).toEqual({ wordsPerMinute: 300, samples: 1 });
  expect(observePace(first, 360, 60).wordsPerMinute).toBe(320);
  expect(observePace({ wordsPerMinute: 200, samples: 500 }, 300, 60).wordsPerMinute).toBe(210);
});
