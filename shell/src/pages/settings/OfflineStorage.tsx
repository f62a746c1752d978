import { coverCacheName } from '@lectern/client/offline/books/bookCache.ts';
import type { OfflineBook } from '@lectern/shared-contracts/contract/host.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useData, useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Card } from '@lectern/shared-ui/Card.tsx';
import { IconButton } from '@lectern/shared-ui/IconButton.tsx';
import { ProgressBar } from '@lectern/shared-ui/ProgressBar.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { color, space, type } from '@lectern/shared-ui/tokens.ts';
import { Trash2 } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { styled } from 'styled-components';
import { everyBook } from '../../routes/dashboardPage.ts';
import { useFormats } from '../../services/i18n/formats.ts';
import { Muted } from '../../services/theme/prose.ts';

/**
 * Storage used in this browser for offline reading: the downloaded books with their sizes, and how to remove them.
 */
export function OfflineStorage() {
  const t = useTranslate();
  const { offlineBooks } = useHost();
  const { bytes } = useFormats();
  const books = useReadable(offlineBooks.books);
  const [storage, setStorage] = useState<StorageUse | null>(null);
  const cached = useMemo(() => [...books.values()].filter((book) => book.state === 'cached'), [books]);
  const inBooks = cached.reduce((sum, book) => sum + book.bytes, 0);
  const refresh = () => runInBackground(measure().then(setStorage));

  useEffect(() => {
    runInBackground(measure().then(setStorage));
  }, [books]);

  return (
    <Card title={t('Reading offline')}>
      <Stack>
        <p>
          {cached.length === 0
            ? t('No downloads yet. Choose Download in any book’s menu.')
            : t('{{count}} books downloaded, {{size}}', {
                count: cached.length,
                size: bytes(inBooks),
              })}
        </p>
        {cached.length > 0 ? <Downloads books={cached} /> : null}
        {storage && storage.quota > 0 ? (
          <>
            <ProgressBar
              label={t('Used in this browser')}
              value={storage.used}
              max={storage.quota}
              valueText={t('{{used}} of {{quota}}', {
                used: bytes(storage.used),
                quota: bytes(storage.quota),
              })}
              showLabel
            />
            <Muted>
              {t('Books {{books}} · the app, covers and lists {{rest}}', {
                books: bytes(inBooks),
                rest: bytes(Math.max(0, storage.used - inBooks)),
              })}
            </Muted>
          </>
        ) : null}
        {storage && !storage.persisted ? (
          <Stack direction="inline" gap={3}>
            <Muted>{t('Your browser may delete this when the disk fills up.')}</Muted>
            <Button
              size="small"
              onClick={() =>
                runInBackground(
                  navigator.storage.persist().then((persisted) => setStorage({ ...storage, persisted })),
                )
              }
            >
              {t('Keep offline books')}
            </Button>
          </Stack>
        ) : null}
        <Removals>
          {cached.length > 0 ? (
            <Button
              size="small"
              variant="quiet"
              onClick={() =>
                runInBackground(Promise.all(cached.map((book) => offlineBooks.remove(book.bookId))))
              }
            >
              {t('Remove all downloads')}
            </Button>
          ) : null}
          <Button size="small" variant="quiet" onClick={() => runInBackground(clearCovers().then(refresh))}>
            {t('Remove covers kept here')}
          </Button>
        </Removals>
      </Stack>
    </Card>
  );
}

function Downloads({ books }: { books: readonly OfflineBook[] }) {
  const t = useTranslate();
  const { offlineBooks } = useHost();
  const library = useData('GET /books', everyBook, { allPages: true });
  const libraryBooks = library.status === 'ready' ? library.value.items : [];
  const titleOf = (bookId: string) => libraryBooks.find((book) => book.id === bookId)?.title ?? t('A book');
  const { bytes, day } = useFormats();
  return (
    <List role="list" aria-label={t('Downloaded books')}>
      {books.map(({ bookId, bytes: size, cachedAt }) => (
        <li key={bookId}>
          <span dir="auto">{titleOf(bookId)}</span>
          <small>{[bytes(size), cachedAt === null ? null : day(cachedAt)].filter(Boolean).join(' · ')}</small>
          <IconButton
            size="small"
            label={t('Remove the download of {{title}}', { title: titleOf(bookId) })}
            icon={<Trash2 />}
            onClick={() => runInBackground(offlineBooks.remove(bookId))}
          />
        </li>
      ))}
    </List>
  );
}

/** Buttons whose labels are aligned with the text above. */
const Removals = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(1)} ${space(2)};
  margin-inline-start: calc(-1 * ${space(3)});
`;

const List = styled.ul`
  & > li {
    display: grid;
    grid-template-columns: 1fr auto auto;
    align-items: center;
    gap: ${space(3)};
    padding-block: ${space(2)};
    border-block-end: 1px solid ${color.line};
  }
  & > li > span { overflow-wrap: anywhere; }
  & > li > small { color: ${color.textMuted}; font-size: ${type.caption}; font-variant-numeric: tabular-nums; }
`;

interface StorageUse {
  /** Bytes. */
  used: number;
  quota: number;
  /** Whether the storage is persistent: the browser does not evict it. */
  persisted: boolean;
}

/** The storage estimate of this browser; null when unavailable. */
async function measure(): Promise<StorageUse | null> {
  if (!navigator.storage?.estimate) return null;
  const { usage = 0, quota = 0 } = await navigator.storage.estimate();
  return { used: usage, quota, persisted: (await navigator.storage.persisted?.()) ?? true };
}

/** Deletes cached covers, which are refetched when shown; downloaded books keep theirs. */
async function clearCovers(): Promise<void> {
  await globalThis.caches?.delete(coverCacheName);
}
