import { useHost, useTranslate } from '@lectern/shared-contracts/host.ts';
import { useReadable } from '@lectern/shared-contracts/readable.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Card } from '@lectern/shared-ui/Card.tsx';
import { ProgressBar } from '@lectern/shared-ui/ProgressBar.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { useEffect, useState } from 'react';
import { Muted } from '../prose.ts';
import { bytes } from './bytes.ts';

interface Room {
  used: number;
  quota: number;
  /** The browser has promised not to clear it by itself. */
  persisted: boolean;
}

/** What Lectern keeps in this browser for reading without a network. */
export function OfflineStorage() {
  const t = useTranslate();
  const { offlineBooks, i18n } = useHost();
  const books = useReadable(offlineBooks.books);
  const language = useReadable(i18n.language);
  const [room, setRoom] = useState<Room | null>(null);
  const cached = [...books.values()].filter((book) => book.state === 'cached');
  const inBooks = cached.reduce((sum, book) => sum + book.bytes, 0);

  useEffect(() => {
    void measure().then(setRoom);
  }, [books]);

  return (
    <Card title={t('Reading offline')}>
      <Stack>
        <p>
          {cached.length === 0
            ? t('No book is downloaded. The menu of each book has Download.')
            : t('{{count}} books downloaded, {{size}}', {
                count: cached.length,
                size: bytes(inBooks, language),
              })}
        </p>
        {room && room.quota > 0 ? (
          <ProgressBar
            label={t('Used in this browser')}
            value={room.used}
            max={room.quota}
            valueText={t('{{used}} of {{quota}}', {
              used: bytes(room.used, language),
              quota: bytes(room.quota, language),
            })}
            showLabel
          />
        ) : null}
        {room && !room.persisted ? (
          <Stack direction="inline" gap={3}>
            <Muted>{t('When the disk is full, the browser may clear this.')}</Muted>
            <Button
              size="small"
              onClick={() =>
                void navigator.storage.persist().then((persisted) => setRoom({ ...room, persisted }))
              }
            >
              {t('Ask it to keep it')}
            </Button>
          </Stack>
        ) : null}
        {cached.length > 0 ? (
          <div>
            <Button
              variant="quiet"
              onClick={() => void Promise.all(cached.map((book) => offlineBooks.remove(book.bookId)))}
            >
              {t('Remove all downloads')}
            </Button>
          </div>
        ) : null}
      </Stack>
    </Card>
  );
}

async function measure(): Promise<Room | null> {
  if (!navigator.storage?.estimate) return null;
  const { usage = 0, quota = 0 } = await navigator.storage.estimate();
  return { used: usage, quota, persisted: (await navigator.storage.persisted?.()) ?? true };
}
