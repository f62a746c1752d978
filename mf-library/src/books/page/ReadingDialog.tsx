import type { Book, BookPatch } from '@lectern/shared-contracts/api/books.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { basisOf } from '@lectern/shared-contracts/domain/changes/basis.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useEnqueue } from '@lectern/shared-contracts/react/useEnqueue.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Dialog } from '@lectern/shared-ui/Dialog.tsx';
import { Select } from '@lectern/shared-ui/Select.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { TextField } from '@lectern/shared-ui/TextField.tsx';
import { type FormEvent, useId, useState } from 'react';
import { useBookCommands } from '../commands/useBookActions.ts';
import { RatingSelect } from '../RatingSelect.tsx';
import { dayOf, momentOf, type ShownReading } from './readings.ts';

const failure = text('The change couldn’t be saved in this browser.');

interface ReadingDialogProps {
  book: Book;
  /** Null to add an earlier one. */
  reading: ShownReading | null;
  onClose: () => void;
}

/** Adds an earlier reading, or changes one. The end and the stars of the latest are those of the book. */
export function ReadingDialog({ book, reading: shown, onClose }: ReadingDialogProps) {
  /** What another device changes while editing is not overwritten. */
  const [reading] = useState(shown);
  const t = useTranslate();
  const enqueue = useEnqueue();
  const { actions } = useBookCommands();
  const form = useId();
  const [started, setStarted] = useState(dayOf(reading?.startedAt ?? null));
  const [finished, setFinished] = useState(dayOf(reading?.finishedAt ?? null));
  const [outcome, setOutcome] = useState<string>(reading?.outcome ?? 'finished');
  const [rating, setRating] = useState(reading?.rating ?? null);
  const isLatest = reading?.latest === true;
  const isOver = !isLatest || book.completed;
  const isReversed = isOver && started !== '' && finished !== '' && finished < started;

  const saveEarlier = () => {
    const now = new Date();
    const { stored = null } = reading ?? {};
    const fields = {
      book_id: book.id,
      started_at: momentOf(started, stored?.started_at ?? null, now),
      finished_at: momentOf(finished, stored?.finished_at ?? null, now),
      outcome: outcome === 'abandoned' ? ('abandoned' as const) : ('finished' as const),
      rating,
    };
    const changed = Object.entries(fields).filter(
      ([name, value]) => value !== stored?.[name as keyof typeof fields],
    );
    const basis = stored ? { basis: basisOf(stored, Object.fromEntries(changed)) } : {};
    return enqueue('SAVE_READING', { id: stored?.id ?? crypto.randomUUID(), ...fields, ...basis }, failure);
  };
  const saveLatest = async (latest: ShownReading) => {
    const now = new Date();
    const started_at = momentOf(started, latest.startedAt, now);
    const open = { book_id: book.id, started_at, finished_at: null, outcome: null, rating: null };
    const id = latest.stored?.id ?? crypto.randomUUID();
    if (started_at !== latest.startedAt && !(await enqueue('SAVE_READING', { id, ...open }, failure)))
      return false;
    const changes: BookPatch = {};
    if (book.completed && rating !== book.rating) changes.rating = rating;
    const completed_at = momentOf(finished, book.completed_at, now);
    if (book.completed && completed_at !== book.completed_at) changes.completed_at = completed_at;
    return Object.keys(changes).length === 0 || actions.update(book, changes);
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!isReversed && (await (reading?.latest ? saveLatest(reading) : saveEarlier()))) onClose();
  };
  const remove = async (id: string) => {
    if (await enqueue('DELETE_READING', { id }, failure)) onClose();
  };

  const today = dayOf(new Date().toISOString());
  return (
    <Dialog
      onClose={onClose}
      title={reading === null ? t('Add an earlier reading') : t('Change this reading')}
      description={book.title}
      closeLabel={t('Close')}
      size="small"
      footer={
        <>
          {reading?.stored && !isLatest ? (
            <Button variant="quiet" onClick={() => runInBackground(remove(reading.stored?.id ?? ''))}>
              {t('Delete')}
            </Button>
          ) : (
            <Button onClick={onClose}>{t('Cancel')}</Button>
          )}
          <Button variant="primary" type="submit" form={form} disabled={isReversed}>
            {t('Save')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={(event) => runInBackground(save(event))}>
        <Stack gap={4}>
          <TextField label={t('Began')} type="date" max={today} value={started} onChange={setStarted} />
          {isOver ? (
            <TextField
              label={t('Ended')}
              type="date"
              max={today}
              value={finished}
              onChange={setFinished}
              error={isReversed ? t('It cannot end before it began.') : undefined}
            />
          ) : null}
          {isLatest ? null : (
            <Select
              label={t('How it ended')}
              value={outcome}
              onChange={setOutcome}
              options={[
                { value: 'finished', label: t('Finished') },
                { value: 'abandoned', label: t('Not finished') },
              ]}
            />
          )}
          {isOver ? <RatingSelect rating={rating} onRating={setRating} /> : null}
        </Stack>
      </form>
    </Dialog>
  );
}
