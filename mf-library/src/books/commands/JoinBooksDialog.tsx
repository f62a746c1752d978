import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { foldText } from '@lectern/shared-contracts/domain/search/foldText.ts';
import { useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Dialog } from '@lectern/shared-ui/Dialog.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { TextField } from '@lectern/shared-ui/TextField.tsx';
import { Circle, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { useAttempt } from '../../data/useAttempt.ts';
import { useKnownBooks } from '../../data/useBooks.ts';
import { bookPageAddress } from '../bookAddress.ts';
import { ChoiceList } from './choiceList.ts';

interface JoinBooksDialogProps {
  books: readonly Book[];
  onClose: () => void;
}

/** Books that are shown of those that were found. */
const maxShown = 8;

/** Joins another book with this one: an edition, another format or a translation of the same work. */
export function JoinBooksDialog({ books: [book], onClose }: JoinBooksDialogProps) {
  return book ? <JoinBooks book={book} onClose={onClose} /> : null;
}

function JoinBooks({ book, onClose }: { book: Book; onClose: () => void }) {
  const { api, data, navigation, network, notify } = useHost();
  const t = useTranslate();
  const isOnline = useReadable(network) === 'online';
  const known = useKnownBooks();
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { busy, attempt } = useAttempt(setProblem);
  const shown = likely(known, book, query);
  const join = (other: string) => {
    setProblem(null);
    return attempt(async () => {
      const joined = await api.call('POST /books/:id/join', { params: { id: book.id }, body: { other } });
      onClose();
      data.refresh();
      navigation.go(bookPageAddress(joined.id), { replace: true });
      notify.show({ tone: 'success', message: t('The two books are one now.') });
    });
  };
  const isChosen = shown.some(({ id }) => id === chosen);
  return (
    <Dialog
      onClose={onClose}
      title={t('Join With Another Book')}
      description={book.title}
      closeLabel={t('Close')}
      size="small"
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            variant="primary"
            busy={busy}
            disabled={!isOnline || !isChosen}
            onClick={() => {
              if (chosen !== null) runInBackground(join(chosen));
            }}
          >
            {t('Join them')}
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        <p>
          {t('“{{title}}” stays, and gets the files, notes, dates and collections of the other book.', {
            title: book.title,
          })}
        </p>
        <TextField label={t('Title or author')} value={query} onChange={setQuery} autoComplete="off" />
        {shown.length === 0 && query.trim() !== '' ? (
          <p role="status">{t('No other book matches.')}</p>
        ) : null}
        <ChoiceList role="list">
          {shown.map(({ id, title, author }) => (
            <li key={id}>
              <button type="button" aria-pressed={id === chosen} onClick={() => setChosen(id)}>
                {id === chosen ? <CircleCheck aria-hidden /> : <Circle aria-hidden />}
                <span>
                  <bdi>{title}</bdi>
                  {author ? <small dir="auto">{author}</small> : null}
                </span>
              </button>
            </li>
          ))}
        </ChoiceList>
        {isOnline ? null : <p role="status">{t('Books can be joined when you are online.')}</p>}
        {problem ? <p role="alert">{problem}</p> : null}
      </Stack>
    </Dialog>
  );
}

/** Books with all words; before something is typed, those of the same author. */
function likely(books: readonly Book[], book: Book, query: string): readonly Book[] {
  const words = foldText(query.trim() === '' ? book.author : query)
    .split(/\s+/)
    .filter(Boolean);
  const matches = (other: Book) => {
    const text = foldText(`${other.title} ${other.author}`);
    return other.id !== book.id && words.every((word) => text.includes(word));
  };
  return books.filter(matches).slice(0, maxShown);
}
