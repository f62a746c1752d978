import { pointFunction } from '@lectern/shared-contracts/contract/pointFunction.ts';
import { asReadwiseCsv } from '../notes/exportNotes.ts';

/** Notes as Readwise's CSV. */
export default pointFunction({
  point: 'mf-library/export-format',
  run: ({ entries }) => ({
    name: 'lectern-notes.csv',
    type: 'text/csv;charset=utf-8',
    content: asReadwiseCsv(entries),
  }),
});
