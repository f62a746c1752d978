import { pointFunction } from '@lectern/shared-contracts/contract/pointFunction.ts';
import { readMoonReader } from '../imports/marks/moonReader.ts';
import { asReadwiseCsv } from '../notes/exportNotes.ts';

/** Makes an export of Moon+ Reader into Readwise's CSV. */
export default pointFunction({
  point: 'mf-library/import-format',
  run: async ({ file }) =>
    new File([asReadwiseCsv(readMoonReader(await file.text()))], `${file.name}.csv`, { type: 'text/csv' }),
});
