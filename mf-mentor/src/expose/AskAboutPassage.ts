import { pointFunction } from '@lectern/shared-contracts/contract/pointFunction.ts';

/** Opens the mentor with the selected words as a quotation. */
export default pointFunction({
  point: 'mf-reader/selection-action',
  run: ({ text, bookId }, { navigation }) => navigation.go('/mentor', { state: { quote: text, bookId } }),
});
