import type { Book } from '@lectern/shared-contracts/api/books.ts';
import type { Host, HostCommand, Translate } from '@lectern/shared-contracts/contract/host.ts';
import { currentBook } from '@lectern/shared-contracts/domain/books/bookStatus.ts';
import { rank } from '@lectern/shared-contracts/domain/search/relevance.ts';
import type { SearchQuery } from '@lectern/shared-contracts/domain/search/searchQuery.ts';
import { useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useCallback, useMemo } from 'react';
import { markSegments } from '../marks/markSegments.ts';
import type { SearchResult } from '../results/searchResult.ts';

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

const most = 3;

/** Commands that match every word of the query, so that they do not crowd out books. */
export function commandResults(commands: readonly HostCommand[], query: SearchQuery): SearchResult[] {
  const all = rank(commands, asText, query, commands.length);
  return all
    .map(({ item }) => item)
    .filter((item) =>
      query.words.every((word) => rank([item], asText, { phrase: word, words: [word] }, 1).length > 0),
    )
    .slice(0, most)
    .map((command) => ({
      group: 'commands' as const,
      key: `command-${command.id}`,
      command,
      shown: () => ({ title: markSegments(command.title, query), detail: [] }),
    }));
}

const asText = ({ title, keywords }: HostCommand) => ({ title, text: keywords });

/** The last line, which does not count as a result: asks the mentor the typed text. Not available offline. */
export function useAskMentor(): (typed: string) => SearchResult[] {
  const t = useTranslate();
  const { navigation, network } = useHost();
  const isOnline = useReadable(network) === 'online';
  return useCallback(
    (typed) => {
      const question = typed.trim();
      if (!isOnline || question === '') return [];
      const title = t('Ask the mentor: “{{question}}”', { question });
      const run = () => navigation.go('/mentor', { state: { question } });
      return [
        {
          group: 'mentor',
          key: 'ask-mentor',
          command: { id: 'ask-mentor', title, keywords: '', run },
          shown: () => ({ title: [{ text: title, hit: false, at: 0 }], detail: [] }),
        },
      ];
    },
    [t, navigation, isOnline],
  );
}
