import { PdfHighlights, type PdfPage } from './pdfHighlights.ts';

/** A page of 600 by 800 units, drawn at a scale. */
function pdfPage(scale: number): PdfPage {
  const div = document.createElement('div');
  div.innerHTML = '<div class="canvasWrapper"></div><div class="textLayer"></div>';
  return {
    id: 2,
    div,
    pdfPageRotate: 0,
    viewport: {
      width: 600 * scale,
      height: 800 * scale,
      convertToPdfPoint: (x, y) => [x / scale, 800 - y / scale],
      convertToViewportPoint: (x, y) => [x * scale, (800 - y) * scale],
    },
  };
}

const mark = {
  id: 'm',
  style: 'highlight' as const,
  color: 'blue' as const,
  locator: { page: 2, rects: [[60, 700, 300, 720]] },
};

test('[RD-03] a highlight has the same relative position on the page at every zoom', () => {
  const places = [0.5, 1, 3].map((scale) => {
    const page = pdfPage(scale);
    new PdfHighlights().set([mark], [page]);
    return page.div.querySelector<HTMLElement>('[data-ink="blue"]')?.style.cssText;
  });
  expect(new Set(places).size).toBe(1);
  expect(places[0]).toContain('left: 10%; top: 10%; width: 40%;');
});

test('highlights of other pages are not drawn, and deleted ones are removed', () => {
  const page = pdfPage(1);
  const marks = new PdfHighlights();
  marks.set([mark, { ...mark, id: 'n', locator: { page: 3, rects: [[0, 0, 1, 1]] } }], [page]);
  expect(page.div.querySelectorAll('[data-ink]')).toHaveLength(1);
  marks.set([], [page]);
  expect(page.div.querySelector('.lectern-marks')).toBeNull();
});

test('[F-11] a highlight over a page break is drawn, and found by a press, on both pages', () => {
  const first = pdfPage(1);
  const second = { ...pdfPage(1), id: 3 };
  const marks = new PdfHighlights();
  const locator = { ...mark.locator, continued: [{ page: 3, rects: [[60, 780, 300, 795]] }] };
  marks.set([{ ...mark, locator }], [first, second]);
  for (const { div } of [first, second]) expect(div.querySelectorAll('[data-ink="blue"]')).toHaveLength(1);
  expect(marks.at(second, 100, 10)).toMatchObject({ id: 'm', box: { left: 60, top: 5 } });
});

test('a press on a highlight finds it', () => {
  const page = pdfPage(1);
  const marks = new PdfHighlights();
  marks.set([mark], [page]);
  expect(marks.at(page, 100, 90)).toMatchObject({
    id: 'm',
    box: { left: 60, top: 80, width: 240, height: 20 },
  });
  expect(marks.at(page, 100, 300)).toBeNull();
});
