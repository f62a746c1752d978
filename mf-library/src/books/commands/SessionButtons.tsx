import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { shownStatus } from '@lectern/shared-contracts/domain/books/bookStatus.ts';
import { useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Pause, Play, Timer } from 'lucide-react';
import { useBookSession } from '../useBookFacts.ts';
import { useBookCommands } from './useBookActions.ts';

/** Stops reading a book: ends a session on it, and takes it out of 'Continue'. Can be undone. */
export function StopButton({ book, tabIndex }: { book: Book; tabIndex?: number }) {
  const t = useTranslate();
  const { actions } = useBookCommands();
  const active = useReadable(useHost().session.active);
  const onThisBook = active?.book.id === book.id;
  if (!onThisBook && shownStatus(book) !== 'reading') return null;
  return (
    <Button
      variant="quiet"
      size="small"
      aria-label={t('Stop reading {{title}}', { title: book.title })}
      tabIndex={tabIndex}
      onClick={() => runInBackground(actions.stop(book))}
    >
      {t('Stop reading')}
    </Button>
  );
}

/** Starts, pauses or resumes the session on a book. @param inList small, beside other commands of a list */
export function SessionButton({ book, inList }: { book: Book; inList?: boolean }) {
  const t = useTranslate();
  const { actions } = useBookCommands();
  const { icon, words, work } = {
    none: {
      icon: <Timer />,
      words: inList ? t('Start session') : t('Start Reading Session'),
      work: () => actions.startSession(book),
    },
    running: { icon: <Pause />, words: t('Pause'), work: actions.pauseSession },
    paused: { icon: <Play />, words: t('Resume'), work: actions.resumeSession },
  }[useBookSession(book.id)];
  return (
    <Button
      {...(inList ? { variant: 'quiet', size: 'small' } : {})}
      icon={icon}
      onClick={() => runInBackground(work())}
    >
      {words}
    </Button>
  );
}
