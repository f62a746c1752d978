import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { Host, HostCommand, Translate } from '@lectern/shared-contracts/contract/host.ts';
import { currentBook } from '@lectern/shared-contracts/domain/books/currentBook.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { useMemo } from 'react';

/** Commands of the search: navigation, reading, appearance. */
export function useCommands(books: readonly Book[]): readonly HostCommand[] {
  const t = useTranslate();
  const host = useHost();
  const pages = useReadable(host.commands);
  const mode = useReadable(host.theme.mode);
  const session = useReadable(host.session.active);
  return useMemo(
    () => [...pages, ...sessionCommands(t, host, books, session !== null), theme(t, host, mode)],
    [t, host, pages, books, mode, session],
  );
}

/** Starts a session for the current book, or controls the running one. */
function sessionCommands(
  t: Translate,
  { session, notify }: Host,
  books: readonly Book[],
  running: boolean,
): HostCommand[] {
  const reportFailure = (work: Promise<void>) => {
    work.catch((error: Error) => notify.show({ tone: 'danger', message: t(error.message) }));
  };
  if (running) {
    return [
      {
        id: 'stop-session',
        title: t('End the reading session'),
        keywords: t('stop timer'),
        run: () => reportFailure(session.stop()),
      },
    ];
  }
  const last = currentBook(books);
  if (last === null) return [];
  return [
    {
      id: 'start-session',
      title: t('Start a reading session: {{title}}', { title: last.title }),
      keywords: t('timer read'),
      run: () => reportFailure(session.start(last)),
    },
  ];
}

function theme(t: Translate, { theme: { set } }: Host, mode: 'light' | 'dark'): HostCommand {
  return {
    id: 'theme',
    title: mode === 'dark' ? t('Switch to light') : t('Switch to dark'),
    keywords: t('toggle theme appearance'),
    run: () => set(mode === 'dark' ? 'light' : 'dark'),
  };
}
