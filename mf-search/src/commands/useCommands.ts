import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { Host, HostCommand, Translate } from '@lectern/shared-contracts/contract/host.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { useMemo } from 'react';
import type { Command } from '../results/searchResult.ts';

/** Commands of the search: navigation, reading, appearance. */
export function useCommands(books: readonly Book[]): readonly Command[] {
  const t = useTranslate();
  const host = useHost();
  const pages = useReadable(host.commands);
  const mode = useReadable(host.theme.mode);
  const session = useReadable(host.session.active);
  return useMemo(
    () => [
      ...pages.map(asCommand),
      ...sessionCommands(t, host, books, session !== null),
      theme(t, host, mode),
    ],
    [t, host, pages, books, mode, session],
  );
}

const asCommand = ({ id, title, keywords, run }: HostCommand): Command => ({
  id,
  name: title,
  words: keywords,
  run,
});

/** Starts a session for the book opened last, or controls the running one. */
function sessionCommands(
  t: Translate,
  { session, notify }: Host,
  books: readonly Book[],
  running: boolean,
): Command[] {
  const reportFailure = (work: Promise<void>) => {
    work.catch((error: Error) => notify.show({ tone: 'danger', message: t(error.message) }));
  };
  if (running) {
    return [
      {
        id: 'stop-session',
        name: t('End the reading session'),
        words: t('stop timer'),
        run: () => reportFailure(session.stop()),
      },
    ];
  }
  const last = books
    .filter(({ last_opened, completed }) => last_opened !== null && !completed)
    .reduce<Book | null>(
      (bestMatches, book) =>
        (book.last_opened ?? '') > (bestMatches?.last_opened ?? '') ? book : bestMatches,
      null,
    );
  if (last === null) return [];
  return [
    {
      id: 'start-session',
      name: t('Start a reading session: {{title}}', { title: last.title }),
      words: t('timer read'),
      run: () => reportFailure(session.start(last)),
    },
  ];
}

function theme(t: Translate, { theme: { set } }: Host, mode: 'light' | 'dark'): Command {
  return {
    id: 'theme',
    name: mode === 'dark' ? t('Switch to light') : t('Switch to dark'),
    words: t('toggle theme appearance'),
    run: () => set(mode === 'dark' ? 'light' : 'dark'),
  };
}
