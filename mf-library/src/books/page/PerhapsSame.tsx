import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Banner } from '@lectern/shared-ui/Banner.tsx';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { useAttempt } from '../../data/useAttempt.ts';
import { useKnownBooks } from '../../data/useBooks.ts';
import { bookPageAddress } from '../bookAddress.ts';

/** Asks whether an imported or uploaded book is the same as another one. */
export function PerhapsSame({ book }: { book: Book }) {
  const { api, data, navigation, network, notify } = useHost();
  const t = useTranslate();
  const isOnline = useReadable(network) === 'online';
  const { busy, attempt } = useAttempt();
  const other = useKnownBooks().find(({ id }) => id === book.perhaps_same_as);
  if (!other) return null;

  const answer = (same: boolean) =>
    attempt(async () => {
      const remaining = await api.call('POST /books/:id/perhaps-same', {
        params: { id: book.id },
        body: { same },
      });
      if (remaining.id !== book.id) navigation.go(bookPageAddress(remaining.id), { replace: true });
      data.refresh();
      if (same) notify.show({ tone: 'success', message: t('The two books are one now.') });
    });
  return (
    <Banner
      tone="info"
      message={
        <navigation.Link to={bookPageAddress(other.id)}>
          {other.author
            ? t('Perhaps the same as “{{title}}” by {{author}}', { title: other.title, author: other.author })
            : t('Perhaps the same as “{{title}}”', { title: other.title })}
        </navigation.Link>
      }
      detail={
        isOnline
          ? t('Joined, they become one book with the files, notes, dates and collections of both.')
          : t('Books can be joined when you are online.')
      }
      action={
        <>
          <Button size="small" disabled={!isOnline} busy={busy} onClick={() => runInBackground(answer(true))}>
            {t('Join them')}
          </Button>
          <Button
            size="small"
            variant="quiet"
            disabled={!isOnline || busy}
            onClick={() => runInBackground(answer(false))}
          >
            {t('Not the same')}
          </Button>
        </>
      }
    />
  );
}
