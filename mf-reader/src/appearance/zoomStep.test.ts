/** @jest-environment node */
import { zoomStep } from './PdfAppearanceForm.tsx';

test.each([
  [1, 1, 1.1],
  [1, -1, 0.9],
  [1.13, 1, 1.25],
  [1.13, -1, 1.1],
  [5, 1, 5],
  [0.25, -1, 0.25],
] as const)('from %s one step %s is %s', (scale, by, next) => {
  expect(zoomStep(scale, by)).toBe(next);
});
