import { pointFunction } from '@lectern/shared-contracts/contract/pointFunction.ts';
import { namespace, setUp } from '../setUp.ts';

/** Asks the mentor to sum up the book as far as it was read. */
export default pointFunction({
  point: 'mf-library/book-action',
  setUp,
  run({ book: { id, title } }, { i18n, navigation }) {
    const t = i18n.translate(namespace);
    const question = t('Sum up {{title}} so far', { title });
    navigation.go('/mentor', { state: { task: 'summary', bookId: id, question } });
  },
});
