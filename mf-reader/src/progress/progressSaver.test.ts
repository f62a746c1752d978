import type { Progress } from '@lectern/shared-contracts/api/books.ts';
import type { Place } from '../engine/renderer.ts';
import { ProgressSaver } from './progressSaver.ts';

const place = (page: number): Place => ({
  locator: { spine_index: 0, fraction: page / 100, page },
  page,
  totalPages: 100,
  percentage: page,
  target: 0,
  tocHref: null,
  wordsLeft: null,
  wordsShown: null,
  atStart: page === 1,
  atEnd: page === 100,
  atChapterEnd: false,
  label: null,
});

function kept() {
  const saved: Progress[] = [];
  const credited: number[] = [];
  const saver = new ProgressSaver({
    save: (progress) => saved.push(progress),
    credit: (pages) => credited.push(pages),
    device: 'Chrome on Linux',
    now: () => new Date(),
  });
  return { saver, saved, credited };
}

beforeEach(() => jest.useFakeTimers({ now: new Date('2026-05-01T10:00:00Z') }));
afterEach(() => jest.useRealTimers());

test('a book that is only opened saves nothing', () => {
  const { saver, saved } = kept();
  saver.moved(place(10), 'jump');
  saver.moved(place(10), 'layout');
  saver.close();
  expect(saved).toEqual([]);
  expect(saver.hasMoved).toBe(false);
});

test('[RD-05] the first turned page is saved at once, those that follow quickly together', () => {
  const { saver, saved } = kept();
  saver.moved(place(10), 'jump');
  saver.moved(place(11), 'turn');
  expect(saved).toEqual([
    {
      current_page: 11,
      total_pages: 100,
      percentage: 11,
      updated_at: '2026-05-01T10:00:00.000Z',
      position: { spine_index: 0, fraction: 0.11, page: 11 },
      device: 'Chrome on Linux',
    },
  ]);
  saver.moved(place(12), 'turn');
  saver.moved(place(13), 'turn');
  expect(saved).toHaveLength(1);
  jest.advanceTimersByTime(400);
  expect(saved.map(({ current_page }) => current_page)).toEqual([11, 13]);
});

test('closing the tab loses nothing', () => {
  const { saver, saved } = kept();
  for (const page of [10, 11, 12, 13]) saver.moved(place(page), 'turn');
  saver.close();
  expect(saved.at(-1)?.current_page).toBe(13);
  jest.runAllTimers();
  expect(saved).toHaveLength(2);
});

test('[RD-05] pages are credited only when the increase is positive, and not for leaps', () => {
  const { saver, credited } = kept();
  saver.moved(place(10), 'jump');
  saver.moved(place(12), 'turn');
  saver.moved(place(11), 'turn');
  saver.moved(place(12), 'turn');
  saver.moved(place(13), 'turn');
  expect(credited).toEqual([2, 1]);
  saver.moved(place(80), 'jump');
  saver.moved(place(81), 'turn');
  expect(credited).toEqual([2, 1, 1]);
  saver.moved(place(5), 'jump');
  saver.moved(place(99), 'turn');
  expect(credited).toEqual([2, 1, 1]);
});

test('when another device has been further, reading begins anew from there', () => {
  const { saver, saved, credited } = kept();
  saver.moved(place(10), 'jump');
  saver.moved(place(11), 'turn');
  saver.restart();
  saver.moved(place(60), 'jump');
  expect(saver.hasMoved).toBe(false);
  jest.runAllTimers();
  expect(saved).toHaveLength(1);
  saver.moved(place(61), 'turn');
  expect(credited).toEqual([1, 1]);
});
