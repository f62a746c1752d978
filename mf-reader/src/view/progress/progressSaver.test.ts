/** @jest-environment node */
import type { Progress } from '@lectern/shared-contracts/api/books.ts';
import type { Place } from '../../engine/renderer.ts';
import { type Opening, ProgressSaver } from './progressSaver.ts';

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

function kept(opening?: Opening) {
  const saved: Progress[] = [];
  const credited: number[] = [];
  const saver = new ProgressSaver(
    {
      save: (progress) => saved.push(progress),
      credit: (pages) => credited.push(pages),
      device: 'Chrome on Linux',
      now: () => new Date(),
    },
    opening,
  );
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
  saver.open({ visit: false, stored: null });
  saver.moved(place(60), 'jump');
  expect(saver.hasMoved).toBe(false);
  jest.runAllTimers();
  expect(saved).toHaveLength(1);
  saver.moved(place(61), 'turn');
  expect(credited).toEqual([1, 1]);
});

describe('[F-01] looking is not reading', () => {
  const stored: Progress = {
    current_page: 20,
    total_pages: 100,
    percentage: 20,
    updated_at: '2026-05-01T09:00:00.000Z',
    position: { spine_index: 0, fraction: 0.2, page: 20 },
  };
  const at = (page: number) => ({ page, position: place(page).locator });

  test('a jump saves nothing until the reader turns a page forward there', () => {
    const { saver, saved } = kept({ visit: false, stored });
    saver.moved(place(20), 'jump');
    saver.moved(place(60), 'jump');
    saver.moved(place(80), 'jump');
    saver.moved(place(79), 'turn');
    saver.moved(place(79), 'turn');
    saver.close();
    expect(saved).toEqual([]);
    expect(saver.isVisit).toBe(true);
    expect(saver.back).toEqual(at(20));
    saver.moved(place(80), 'turn');
    saver.close();
    expect(saved).toMatchObject([{ current_page: 80, return_to: [at(20)] }]);
    expect(saver.isVisit).toBe(false);
    expect(saver.back).toEqual(at(20));
  });

  test('a book that is opened at a passage is a visit; without a stored place the way back is its beginning', () => {
    const { saver, saved } = kept({ visit: true, stored: null });
    expect(saver.isVisit).toBe(true);
    saver.moved(place(70), 'jump');
    expect(saver.back?.page).toBe(1);
    saver.close();
    expect(saved).toEqual([]);
  });

  test('going back from a visit changes nothing; going back after reading on moves the reading place', async () => {
    const { saver, saved } = kept({ visit: false, stored });
    saver.moved(place(20), 'jump');
    saver.moved(place(60), 'jump');
    await saver.goBack(async ({ page }) => saver.moved(place(page ?? 0), 'jump'));
    expect(saver.back).toBeNull();
    saver.moved(place(60), 'jump');
    saver.moved(place(61), 'turn');
    await saver.goBack(async ({ page }) => saver.moved(place(page ?? 0), 'jump'));
    saver.close();
    expect(saved.map(({ current_page, return_to }) => [current_page, return_to])).toEqual([
      [61, [at(20)]],
      [20, []],
    ]);
    expect(saver.back).toBeNull();
  });

  test('the way back is there when the book is opened again, until it is dismissed', () => {
    const { saver, saved } = kept({ visit: false, stored: { ...stored, return_to: [at(7)] } });
    saver.moved(place(20), 'jump');
    for (const page of [21, 22, 23, 24, 25, 26, 27]) saver.moved(place(page), 'turn');
    expect(saver.back).toEqual(at(7));
    saver.dismissBack();
    saver.close();
    expect(saver.back).toBeNull();
    expect(saved.at(-1)).toMatchObject({ current_page: 27, return_to: [] });
    expect(saved[0]).not.toHaveProperty('return_to');
  });

  test('a visit that is dismissed leaves no way back', () => {
    const { saver, saved } = kept({ visit: false, stored });
    saver.moved(place(20), 'jump');
    saver.moved(place(60), 'jump');
    saver.dismissBack();
    expect(saver.back).toBeNull();
    saver.moved(place(61), 'turn');
    saver.close();
    expect(saver.back).toBeNull();
    expect(saved).toMatchObject([{ current_page: 61 }]);
  });

  test('another device reads on meanwhile: the way back leads there', () => {
    const { saver } = kept({ visit: true, stored });
    saver.moved(place(60), 'jump');
    saver.readElsewhere({ ...stored, current_page: 33, position: at(33).position });
    expect(saver.back).toEqual(at(33));
  });

  test('a chain of links is retraced link by link to the reading place, and forgotten after reading on', async () => {
    const { saver, saved } = kept({ visit: false, stored });
    const follow = (page: number) => {
      saver.linkFollowed();
      saver.moved(place(page), 'jump');
    };
    const goBack = () => saver.goBack(async ({ page }) => saver.moved(place(page ?? 0), 'jump'));
    saver.moved(place(20), 'jump');
    for (const page of [60, 80, 80, 5]) follow(page);
    expect(saver.back).toEqual(at(80));
    await goBack();
    expect(saver.back).toEqual(at(60));
    follow(90);
    for (const page of [80, 60, 20]) {
      expect(saver.back).toEqual(at(page));
      await goBack();
    }
    expect(saver.back).toBeNull();
    expect(saver.isVisit).toBe(false);
    expect(saved).toEqual([]);
    follow(60);
    follow(80);
    saver.moved(place(81), 'turn');
    expect(saver.back).toEqual(at(20));
  });

  test('a jump that is not a link leads back to the reading place at once', () => {
    const { saver } = kept({ visit: false, stored });
    saver.moved(place(20), 'jump');
    saver.linkFollowed();
    saver.moved(place(60), 'jump');
    saver.linkFollowed();
    saver.moved(place(80), 'jump');
    saver.moved(place(40), 'jump');
    expect(saver.back).toEqual(at(20));
  });

  test('[R-06] a jump to another screen of the same page has a way back, one to the same screen has none', async () => {
    const { saver } = kept({ visit: false, stored });
    const screen = (fraction: number): Place => {
      const { locator, ...shown } = place(20);
      return { ...shown, locator: { ...locator, fraction } };
    };
    saver.moved(screen(0.2), 'jump');
    saver.linkFollowed();
    saver.moved(screen(0.2), 'jump');
    expect(saver.back).toBeNull();
    for (const fraction of [0.203, 0.206]) {
      saver.linkFollowed();
      saver.moved(screen(fraction), 'jump');
    }
    for (const fraction of [0.203, 0.2]) {
      expect(saver.back?.position?.fraction).toBe(fraction);
      await saver.goBack(async ({ fraction: to = 0 }) => saver.moved(screen(to), 'jump'));
    }
    expect(saver.back).toBeNull();
    saver.open({ visit: true, stored });
    saver.moved(screen(0.203), 'jump');
    expect(saver.back?.position).toEqual(stored.position);
  });

  test('[R-06] the same holds within a page of a PDF, whose top has no fraction', () => {
    const { saver } = kept();
    const screen = (fraction?: number): Place => ({
      ...place(20),
      locator: { page: 20, ...(fraction === undefined ? {} : { fraction }) },
    });
    saver.moved(screen(), 'jump');
    saver.moved(screen(0.004), 'jump');
    expect(saver.back).toBeNull();
    saver.moved(screen(0.6), 'jump');
    expect(saver.back).toEqual({ page: 20, position: { page: 20 } });
  });

  test('a jump to the page where the reader reads is no visit', () => {
    const { saver } = kept({ visit: false, stored });
    saver.moved(place(20), 'jump');
    saver.moved(place(60), 'jump');
    saver.moved(place(20), 'jump');
    expect(saver.isVisit).toBe(false);
    expect(saver.back).toBeNull();
  });
});
