/** @jest-environment node */

import { columnAt, columnsOf, stepInColumns, type TextBox } from './columns.ts';

const lines = (left: number, right: number, count: number): TextBox[] =>
  Array.from({ length: count }, (_, index) => ({
    left,
    right: right - (index % 3) * 8,
    top: 100 + index * 12,
    height: 10,
  }));
const heading = { left: 60, right: 540, top: 40, height: 20 };

test('a tap finds the column of a paper whose title spans both columns', () => {
  const boxes = [heading, ...lines(50, 290, 50), ...lines(320, 550, 50)];
  const left = columnAt(boxes, 120, 600);
  expect(left?.left).toBeCloseTo(50, -1.3);
  expect(left?.right).toBeCloseTo(297, -1.3);
  expect(columnAt(boxes, 400, 600)?.left).toBeCloseTo(313, -1.3);
  // Between both, the nearer one.
  expect(columnAt(boxes, 318, 600)?.left).toBeGreaterThan(300);
});

test('a page with one column or without text has no column to find', () => {
  expect(columnAt(lines(50, 550, 40), 100, 600)).toBeNull();
  expect(columnAt([], 100, 600)).toBeNull();
});

test('a paper is read column by column: down the first one, then down the second, then the next page, and back', () => {
  const columns = columnsOf([heading, ...lines(50, 290, 50), ...lines(320, 550, 50)], 600);
  const [first, second] = columns;
  if (!first || !second || columns.length !== 2) throw new Error('two columns were expected');
  // The heading comes with the first column, the second one begins below it.
  expect(first.top).toBeLessThan(40);
  expect(second.top).toBeGreaterThan(80);
  const window = { width: 260, height: 400 };
  const read = (by: 1 | -1, from: { left: number; top: number }) => {
    const places: { left: number; top: number }[] = [];
    let place: ReturnType<typeof stepInColumns> = from;
    for (let steps = 0; steps < 10 && place !== null && place !== 'page'; steps++) {
      places.push(place);
      place = stepInColumns(columns, { ...place, ...window }, by);
    }
    expect(place).toBe('page');
    return places;
  };
  const last = { left: second.left, top: second.bottom - window.height };
  const forward = read(1, { left: first.left, top: first.top });
  expect(forward.map(({ left }) => left)).toEqual([first.left, first.left, second.left, second.left]);
  expect(forward[1]?.top).toBeCloseTo(first.bottom - window.height);
  expect(forward[2]?.top).toBeCloseTo(second.top);
  expect(forward[3]).toEqual(last);
  expect(read(-1, last).map(({ left }) => left)).toEqual([second.left, second.left, first.left, first.left]);
});

test('a page that fits into the window is not read by columns', () => {
  const columns = columnsOf([...lines(50, 290, 50), ...lines(320, 550, 50)], 600);
  expect(stepInColumns(columns, { left: 0, top: 0, width: 600, height: 800 }, 1)).toBeNull();
});
