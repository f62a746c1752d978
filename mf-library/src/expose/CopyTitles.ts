import { pointFunction } from '@lectern/shared-contracts/contract/pointFunction.ts';
import { setUp } from '../setUp.ts';

/** Copies the chosen books as a list of titles and authors, to be sent to a friend. */
export default pointFunction({
  point: 'mf-library/shelf-action',
  setUp,
  async run({ books }, { i18n, notify }) {
    const t = i18n.translate('mf-library');
    const lines = books.map(({ title, author }) => [title, author].filter(Boolean).join(' — '));
    await navigator.clipboard.writeText(lines.join('\n')).then(
      () => notify.show({ tone: 'success', message: t('{{count}} titles copied.', { count: books.length }) }),
      () => notify.show({ tone: 'warning', message: t('Your browser blocked copying.') }),
    );
  },
});
