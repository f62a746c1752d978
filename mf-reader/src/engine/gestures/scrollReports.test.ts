/** @jest-environment node */
import { ScrollReports } from './scrollReports.ts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

function reports({ whileScrolling = false } = {}) {
  const reported: string[] = [];
  const scroll = new ScrollReports((cause) => reported.push(cause), { whileScrolling });
  return { scroll, reported };
}

test('the scrolling of a jump is not reported, that of the reader after it is, once', () => {
  const { scroll, reported } = reports();
  scroll.ignore();
  expect(scroll.scrolled()).toBe(false);
  jest.advanceTimersByTime(1_000);
  expect(reported).toEqual([]);
  expect(scroll.scrolled()).toBe(true);
  expect(scroll.scrolled()).toBe(true);
  jest.advanceTimersByTime(1_000);
  expect(reported).toEqual(['turn']);
});

test('[RD-05] a reader who scrolls right after a jump and leaves at once has scrolled', () => {
  const { scroll, reported } = reports();
  scroll.ignore();
  scroll.readerActs();
  scroll.scrolled();
  scroll.flush();
  expect(reported).toEqual(['turn']);
  jest.advanceTimersByTime(1_000);
  scroll.flush();
  expect(reported).toEqual(['turn']);
});

test('[RD-05] the reader’s scrolling counts also if a late layout follows the wheel before the page moves', () => {
  const { scroll, reported } = reports();
  scroll.readerActs();
  scroll.ignore();
  expect(scroll.scrolled()).toBe(true);
  scroll.flush();
  expect(reported).toEqual(['turn']);
});

test('pages are reported while they are scrolled; a match that is found replaces that report', () => {
  const { scroll, reported } = reports({ whileScrolling: true });
  scroll.ignore();
  scroll.readerActs();
  for (let times = 0; times < 4; times++) {
    scroll.scrolled();
    jest.advanceTimersByTime(50);
  }
  expect(reported).toEqual(['turn']);
  scroll.soon('jump');
  scroll.scrolled();
  jest.advanceTimersByTime(1_000);
  expect(reported).toEqual(['turn', 'jump']);
});
