import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useEnqueue } from '@lectern/shared-contracts/react/useEnqueue.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Dialog } from '@lectern/shared-ui/Dialog.tsx';
import { Select } from '@lectern/shared-ui/Select.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { TextField } from '@lectern/shared-ui/TextField.tsx';
import { type FormEvent, useId, useState } from 'react';
import { sortBooks } from '../../books/sortBooks.ts';
import { parsePage } from '../../notes/noteFields.ts';
import { localMoment, localTimeZone, sessionByHand } from './sessionByHand.ts';

/** Adds a session that was not timed: on paper or in another app. */
export function AddSessionDialog({ books, onClose }: { books: readonly Book[]; onClose: () => void }) {
  const t = useTranslate();
  const enqueue = useEnqueue();
  const form = useId();
  const sorted = sortBooks(books, 'opened');
  const [bookId, setBookId] = useState(sorted[0]?.id ?? '');
  const [started, setStarted] = useState(() => localMoment(new Date(Date.now() - 30 * 60_000)));
  const [minutes, setMinutes] = useState('30');
  const [pages, setPages] = useState('');
  const book = sorted.find(({ id }) => id === bookId);
  const made = sessionByHand({
    started,
    minutes: parsePage(minutes) ?? 0,
    pages: parsePage(pages) ?? 0,
    now: new Date(),
  });

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (book === undefined || made.session === null) return;
    const isQueued = await enqueue(
      'RECORD_SESSION',
      {
        id: crypto.randomUUID(),
        bookId: book.id,
        bookTitle: book.title,
        notes: null,
        byHand: true,
        time_zone: localTimeZone(),
        ...made.session,
      },
      text('The session couldn’t be saved in this browser.'),
    );
    if (isQueued) onClose();
  };

  return (
    <Dialog
      onClose={onClose}
      title={t('Add a session by hand')}
      closeLabel={t('Close')}
      size="small"
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button variant="primary" type="submit" form={form} disabled={made.session === null}>
            {t('Add')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={(event) => runInBackground(save(event))}>
        <Stack gap={4}>
          <Select
            label={t('Book')}
            value={bookId}
            onChange={setBookId}
            options={sorted.map(({ id, title }) => ({ value: id, label: title }))}
          />
          <TextField
            label={t('Began')}
            type="datetime-local"
            value={started}
            onChange={setStarted}
            error={made.problem === 'future' ? t('A session cannot end in the future.') : undefined}
          />
          <TextField
            label={t('Minutes')}
            inputMode="numeric"
            value={minutes}
            onChange={setMinutes}
            error={made.problem === 'length' ? t('From 1 minute to 24 hours.') : undefined}
          />
          <TextField label={t('Pages read')} inputMode="numeric" value={pages} onChange={setPages} />
        </Stack>
      </form>
    </Dialog>
  );
}
