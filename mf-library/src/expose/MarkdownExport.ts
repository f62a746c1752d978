import { pointFunction } from '@lectern/shared-contracts/contract/pointFunction.ts';
import { asMarkdown } from '../notes/exportNotes.ts';

/** Notes as Markdown, a section a book. */
export default pointFunction({
  point: 'mf-library/export-format',
  run: ({ entries }) => ({
    name: 'lectern-notes.md',
    type: 'text/markdown;charset=utf-8',
    content: asMarkdown(entries),
  }),
});
