import { fitOnSide, fitPages, pageSize } from './fixedPage.ts';

const available = { width: 390, height: 844 };
const page = (head: string, body = '') =>
  new DOMParser().parseFromString(`<html><head>${head}</head><body>${body}</body></html>`, 'text/html');

test.each([
  ['<meta name="viewport" content="width=600, height=837">', '', { width: 600, height: 837 }],
  ['<meta name="viewport" content="height=300,width=200">', '', { width: 200, height: 300 }],
  ['', '<svg viewBox="0 0 368.5 581.1"></svg>', { width: 368.5, height: 581.1 }],
  [
    '<meta name="viewport" content="width=device-width, height=device-height">',
    '',
    { width: 390, height: 844 },
  ],
  ['<meta name="viewport" content="width=device-width">', '', { width: 1_000, height: 1_414 }],
])('the size of %s%s', (head, body, size) => {
  expect(pageSize(page(head, body), available)).toEqual(size);
});

test('[E-05] the size of a page that is one picture is that of the picture', () => {
  const picture = page('', '<img src="a.png" alt="">');
  for (const [name, value] of [
    ['naturalWidth', 640],
    ['naturalHeight', 480],
  ] as const)
    Object.defineProperty(picture.querySelector('img'), name, { value });
  expect(pageSize(picture, available)).toEqual({ width: 640, height: 480 });
});

test('[E-02] a page on one side of a spread touches the fold', () => {
  const size = { width: 600, height: 800 };
  expect(fitOnSide(size, { width: 1_400, height: 800 }, 'left')).toEqual({ scale: 1, left: 100, top: 0 });
  expect(fitOnSide(size, { width: 1_400, height: 800 }, 'right')).toEqual({ scale: 1, left: 700, top: 0 });
});

test('pages are as large as the window allows, side by side in its middle', () => {
  const size = { width: 600, height: 800 };
  expect(fitPages([size, size], { width: 1_400, height: 800 })).toEqual([
    { scale: 1, left: 100, top: 0 },
    { scale: 1, left: 700, top: 0 },
  ]);
  expect(fitPages([size], { width: 300, height: 800 })).toEqual([{ scale: 0.5, left: 0, top: 200 }]);
});

test('[E-18] a page alone among spreads is as large as beside another, in the middle of the window', () => {
  const size = { width: 1_200, height: 800 };
  expect(fitPages([size], { width: 1_200, height: 800 }, 2)).toEqual([{ scale: 0.5, left: 300, top: 200 }]);
});
