import { pdfPlace } from './pdfPlace.ts';

/** Pages of 1,000 px below one another in a window of 800. */
function pages(count: number, current: number, scrollTop: number) {
  const container = document.createElement('div');
  Object.defineProperties(container, {
    clientHeight: { value: 800 },
    scrollHeight: { value: count * 1_000 },
    scrollTop: { value: scrollTop },
  });
  const view = (index: number) => {
    const div = document.createElement('div');
    Object.defineProperties(div, { offsetTop: { value: index * 1_000 }, clientHeight: { value: 1_000 } });
    return { div };
  };
  return { container, viewer: { currentPageNumber: current, pagesCount: count, getPageView: view } };
}

test('the position on a page is the fraction of it that is scrolled out of view', () => {
  const { container, viewer } = pages(10, 3, 2_250);
  expect(pdfPlace(viewer, container, 'continuous')).toMatchObject({
    locator: { page: 3, fraction: 0.25 },
    page: 3,
    totalPages: 10,
    percentage: 25,
    atStart: false,
    atEnd: false,
  });
});

test('the end is reached when nothing is left to scroll', () => {
  const { container, viewer } = pages(10, 9, 9_200);
  expect(pdfPlace(viewer, container, 'continuous')).toMatchObject({
    page: 10,
    percentage: 100,
    atEnd: true,
  });
});

test('with single or double pages, the end is the last page or the last two', () => {
  const one = pages(1, 1, 200);
  expect(
    pdfPlace({ ...one.viewer, pagesCount: 4, currentPageNumber: 3 }, one.container, 'single').atEnd,
  ).toBe(false);
  expect(
    pdfPlace({ ...one.viewer, pagesCount: 4, currentPageNumber: 4 }, one.container, 'single').atEnd,
  ).toBe(true);
  expect(pdfPlace({ ...one.viewer, pagesCount: 3, currentPageNumber: 2 }, one.container, 'two').atEnd).toBe(
    true,
  );
});
