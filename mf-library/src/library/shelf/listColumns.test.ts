/** @jest-environment node */

import { defaultColumns, fittingColumns, listColumns } from './listColumns.ts';

test('[U-21] the list shows the chosen columns that its width has room for', () => {
  // A window of 1440 px.
  expect(fittingColumns(defaultColumns, 67)).toEqual(defaultColumns);
  expect(fittingColumns(listColumns, 110)).toEqual(listColumns);
  expect(fittingColumns(['pages', 'author'], 70)).toEqual(['author', 'pages']);
});

test('[U-21] where not all fit, the author leaves first, which stands below the title', () => {
  expect(fittingColumns(defaultColumns, 44)).toEqual(['status', 'progress']);
  expect(fittingColumns(defaultColumns, 22)).toEqual([]);
});
