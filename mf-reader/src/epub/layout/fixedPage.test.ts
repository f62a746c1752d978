import { fitPages, pageSize, spreadOf } from './fixedPage.ts';

const page = (head: string, body = '') =>
  new DOMParser().parseFromString(`<html><head>${head}</head><body>${body}</body></html>`, 'text/html');

test.each([
  ['<meta name="viewport" content="width=600, height=837">', '', { width: 600, height: 837 }],
  ['<meta name="viewport" content="height=300,width=200">', '', { width: 200, height: 300 }],
  ['', '<svg viewBox="0 0 368.5 581.1"></svg>', { width: 368.5, height: 581.1 }],
  ['<meta name="viewport" content="width=device-width">', '', { width: 1_000, height: 1_414 }],
])('the size of %s%s', (head, body, size) => {
  expect(pageSize(page(head, body))).toEqual(size);
});

test('a cover stands alone, then pages come two by two', () => {
  expect([0, 1, 2, 3, 4].map((index) => spreadOf(index, 5, true))).toEqual([
    [0],
    [1, 2],
    [1, 2],
    [3, 4],
    [3, 4],
  ]);
  expect(spreadOf(3, 4, true)).toEqual([3]);
  expect(spreadOf(2, 5, false)).toEqual([2]);
});

test('pages are as large as the room allows, side by side in its middle', () => {
  const size = { width: 600, height: 800 };
  expect(fitPages([size, size], { width: 1_400, height: 800 })).toEqual([
    { scale: 1, left: 100, top: 0 },
    { scale: 1, left: 700, top: 0 },
  ]);
  expect(fitPages([size], { width: 300, height: 800 })).toEqual([{ scale: 0.5, left: 0, top: 200 }]);
});
