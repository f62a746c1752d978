/** @jest-environment node */

import { isDark } from './colorScheme.ts';

test.each([
  ['rgb(0, 0, 0)', true],
  ['rgb(34, 34, 34)', true],
  ['rgb(0, 0, 139)', true],
  ['rgba(20, 20, 20, 0.9)', true],
  ['rgb(255, 255, 255)', false],
  ['rgb(250, 246, 238)', false],
  ['rgb(170, 170, 170)', false],
  ['color(srgb 0 0 0)', false],
  [undefined, false],
])('[E-04] %s is dark paper: %s', (color, dark) => {
  expect(isDark(color)).toBe(dark);
});
