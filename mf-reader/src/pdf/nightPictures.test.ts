import { pictureBoxes } from './nightPictures.ts';

test('pictures keep their colors at night, scans of a page and ornaments do not', () => {
  const picture = [0.1, 0.2, 0.1, 0.5, 0.6, 0.2];
  const scan = [0, 0, 0, 1, 1, 0];
  const dot = [0.5, 0.5, 0.5, 0.501, 0.501, 0.5];
  expect(pictureBoxes([...picture, ...scan, ...dot])).toEqual([[0.1, 0.2, 0.6, 0.5]]);
  // The page was turned clockwise after it was drawn for the first time.
  expect(pictureBoxes(picture, 90)).toEqual([[0.5, 0.1, 0.8, 0.6]]);
});
