import { columnAt, type TextBox } from './columns.ts';

const lines = (left: number, right: number, count: number): TextBox[] =>
  Array.from({ length: count }, (_, index) => ({ left, right: right - (index % 3) * 8, height: 10 }));
const heading = { left: 60, right: 540, height: 20 };

test('a tap finds the column of a paper, whose title crosses both', () => {
  const boxes = [heading, ...lines(50, 290, 50), ...lines(320, 550, 50)];
  const left = columnAt(boxes, 120, 600);
  expect(left?.left).toBeCloseTo(50, -1.3);
  expect(left?.right).toBeCloseTo(297, -1.3);
  expect(columnAt(boxes, 400, 600)?.left).toBeCloseTo(313, -1.3);
  // Between both, the nearer one.
  expect(columnAt(boxes, 318, 600)?.left).toBeGreaterThan(300);
});

test('a page of one column, and one without text, has none to find', () => {
  expect(columnAt(lines(50, 550, 40), 100, 600)).toBeNull();
  expect(columnAt([], 100, 600)).toBeNull();
});
