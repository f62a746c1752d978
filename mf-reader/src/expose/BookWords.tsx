import type { PointInput } from '@lectern/shared-contracts/contract/points.ts';
import { federated } from '@lectern/shared-contracts/react/federated.ts';
import { BookWords } from '../dictionary/BookWords.tsx';
import { setUp } from '../setUp.ts';

/** The same list beside the text and on the page of a book. */
type Input = PointInput<'mf-reader/side-panel'> | PointInput<'mf-library/book-tab'>;

export default federated<Input>({
  namespace: 'mf-reader',
  component: ({ input }) => <BookWords bookId={'book' in input ? input.book.id : input.bookId} />,
  setUp,
});
