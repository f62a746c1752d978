/** @jest-environment node */

import { type PicturedView, pictureBoxes, recordPictures, withoutOverlaps } from './nightPictures.ts';

test('in the dark theme pictures keep their colors; scanned pages and ornaments do not', () => {
  const picture = [0.1, 0.2, 0.1, 0.5, 0.6, 0.2];
  const scan = [0, 0, 0, 1, 1, 0];
  const dot = [0.5, 0.5, 0.5, 0.501, 0.501, 0.5];
  expect(pictureBoxes([...picture, ...scan, ...dot], 0)).toEqual([[0.1, 0.2, 0.6, 0.5]]);
  // The page was turned clockwise after it was drawn for the first time.
  expect(pictureBoxes(picture, 90)).toEqual([[0.5, 0.1, 0.8, 0.6]]);
});

test('in the dark theme a page is shown once its pictures are known; otherwise it shows while it is drawn', () => {
  const view = { imagesRightClickMinSize: -1, minDurationToUpdateCanvas: 0 } as PicturedView;
  expect(recordPictures(view, false)).toBe(false);
  expect(recordPictures(view, true)).toBe(true);
  expect(view).toMatchObject({
    imagesRightClickMinSize: Number.POSITIVE_INFINITY,
    minDurationToUpdateCanvas: 500,
  });
  expect(recordPictures(view, false)).toBe(true);
  expect(view).toMatchObject({ imagesRightClickMinSize: -1, minDurationToUpdateCanvas: 0 });
});

test('overlapping pictures are inverted back once', () => {
  expect(
    withoutOverlaps([
      [0.1, 0.1, 0.5, 0.5],
      [0.3, 0.3, 0.7, 0.7],
      [0.2, 0.2, 0.4, 0.4],
    ]),
  ).toEqual([
    [0.1, 0.1, 0.5, 0.5],
    [0.3, 0.5, 0.7, 0.7],
    [0.5, 0.3, 0.7, 0.5],
  ]);
});
