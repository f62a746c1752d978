/** @jest-environment node */
import { browserZoom } from '../pageZoom.ts';

test.each([
  ['a window without zoom', [1_280, 900, 1_280, 780], 1],
  ['150 %, at which many people always read', [1_280, 900, 853, 520], 1],
  ['200 %', [1_280, 900, 640, 390], 2],
  ['a wide sidebar', [1_280, 900, 600, 780], 1],
  ['a phone', [390, 844, 390, 720], 1],
  ['a window that is not shown', [0, 0, 0, 0], 1],
])('[E-18] the zoom of %s', (_, [outerWidth = 0, outerHeight = 0, innerWidth = 0, innerHeight = 0], zoom) => {
  expect(browserZoom({ outerWidth, outerHeight, innerWidth, innerHeight })).toBe(zoom);
});
