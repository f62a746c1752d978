import { pointFunction } from '@lectern/shared-contracts/contract/pointFunction.ts';

/** Opens the mentor with the note, or the highlighted words, as a quotation. */
export default pointFunction({
  point: 'mf-library/note-action',
  run: ({ text, bookId }, { navigation }) => navigation.go('/mentor', { state: { quote: text, bookId } }),
});
