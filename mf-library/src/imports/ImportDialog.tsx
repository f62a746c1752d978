import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { decodeText } from '@lectern/shared-contracts/domain/csv.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Dialog } from '@lectern/shared-ui/Dialog.tsx';
import { FileDrop } from '@lectern/shared-ui/FileDrop.tsx';
import { ProgressBar } from '@lectern/shared-ui/ProgressBar.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { color, space, type } from '@lectern/shared-ui/tokens.ts';
import { useState } from 'react';
import { styled } from 'styled-components';
import { type ReadingList, readReadingList } from './readingList.ts';
import { type ImportState, useImport } from './useImport.ts';

/** Maximum size in bytes: twenty thousand books are about eight megabytes of CSV. */
const largest = 30_000_000;

/** Imports a reading list after a preview. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { navigation } = useHost();
  const t = useTranslate();
  const { state, importList } = useImport();
  const [list, setList] = useState<ReadingList | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const choose = async ([file]: readonly File[]) => {
    if (file === undefined) return;
    const parsed = file.size > largest ? null : readReadingList(decodeText(await file.arrayBuffer()));
    setList(parsed);
    setProblem(
      parsed === null
        ? t('This isn’t a Goodreads or StoryGraph export. Choose the CSV file you downloaded there.')
        : parsed.books.length === 0
          ? t('There are no books in this list.')
          : null,
    );
  };
  const ready = list !== null && list.books.length > 0;
  return (
    <Dialog
      onClose={() => state.step === 'working' || onClose()}
      title={t('Import your books')}
      closeLabel={t('Close')}
      footer={
        state.step === 'done' ? (
          <Button
            variant="primary"
            onClick={() => {
              onClose();
              navigation.go('/library');
            }}
          >
            {t('Go to library')}
          </Button>
        ) : (
          <>
            <Button onClick={onClose} disabled={state.step === 'working'}>
              {t('Cancel')}
            </Button>
            <Button
              variant="primary"
              disabled={!ready}
              busy={state.step === 'working'}
              onClick={() => list && runInBackground(importList(list))}
            >
              {state.step === 'failed'
                ? t('Try Again')
                : ready
                  ? t('Add {{count}} books', { count: list.books.length })
                  : t('Add')}
            </Button>
          </>
        )
      }
    >
      <Stack gap={5}>
        {state.step === 'choosing' ? (
          <FileChoice onFiles={(files) => runInBackground(choose(files))} />
        ) : null}
        {problem ? <p role="alert">{problem}</p> : null}
        {ready && state.step === 'choosing' ? <Preview list={list} /> : null}
        {state.step === 'working' ? <Progress {...state} /> : null}
        {state.step === 'failed' ? (
          <p role="alert">
            {t(state.message)}{' '}
            {t('{{count}} books are already here and won’t be added twice.', { count: state.done })}
          </p>
        ) : null}
        {state.step === 'done' ? <Result {...state} /> : null}
      </Stack>
    </Dialog>
  );
}

function FileChoice({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const t = useTranslate();
  return (
    <>
      <Words>
        {t(
          'At Goodreads: My Books, Import and export, Export Library. At StoryGraph: Manage Account, Export StoryGraph Library.',
        )}
      </Words>
      <FileDrop
        label={t('Drop the CSV file here')}
        buttonLabel={t('Choose a File')}
        accept=".csv,text/csv"
        onFiles={onFiles}
      />
    </>
  );
}

function Progress({ done, of: count }: Extract<ImportState, { step: 'working' }>) {
  const t = useTranslate();
  const status = t('{{done}} of {{count}} books are here.', { done, count });
  return (
    <>
      <p role="status">{status}</p>
      <ProgressBar label={t('Import')} value={(done / count) * 100} valueText={status} />
    </>
  );
}

function Result({ added, known, perhaps }: Extract<ImportState, { step: 'done' }>) {
  const t = useTranslate();
  return (
    <Facts role="status">
      <li>{t('{{count}} books were added.', { count: added })}</li>
      {known > 0 ? (
        <li>
          {t('{{count}} were already in your library and only got what they lacked.', { count: known })}
        </li>
      ) : null}
      {perhaps > 0 ? (
        <li>{t('{{count}} may be the same as another book. Their pages ask you.', { count: perhaps })}</li>
      ) : null}
    </Facts>
  );
}

function Preview({ list }: { list: ReadingList }) {
  const t = useTranslate();
  const count = (holds: (book: ReadingList['books'][number]) => boolean) => list.books.filter(holds).length;
  const completed = count(({ book }) => book.status === 'completed');
  const rated = count(({ book }) => book.rating !== undefined);
  const reviewed = count(({ review }) => review !== '');
  const shelves = new Set(list.books.flatMap(({ book }) => book.tags ?? [])).size;
  return (
    <section aria-label={t('What is in the list')}>
      <Facts>
        <li>
          <b>{t('{{count}} books from {{source}}', { count: list.books.length, source: list.source })}</b>
        </li>
        {completed > 0 ? <li>{t('{{count}} completed', { count: completed })}</li> : null}
        {rated > 0 ? <li>{t('{{count}} with stars', { count: rated })}</li> : null}
        {reviewed > 0 ? <li>{t('{{count}} with a review', { count: reviewed })}</li> : null}
        {shelves > 0 ? <li>{t('{{count}} shelves, which become tags', { count: shelves })}</li> : null}
        {list.skippedRows > 0 ? (
          <li>{t('{{count}} lines without a title are left out', { count: list.skippedRows })}</li>
        ) : null}
        {list.lostColumns.length > 0 ? (
          <li>{t('Not kept: {{columns}}', { columns: list.lostColumns.join(', ') })}</li>
        ) : null}
      </Facts>
      <Words>
        {t(
          'The books come without files: they appear on your shelves and in your statistics, and can be read once you upload them.',
        )}
      </Words>
    </section>
  );
}

const Words = styled.p`
  color: ${color.textMuted};
  font-size: ${type.small};
`;

const Facts = styled.ul`
  display: grid;
  gap: ${space(1)};
  margin-block-end: ${space(3)};
  padding: 0;
  list-style: none;
`;
