import type { Progress } from '@lectern/shared-contracts/api/books.ts';
import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import type { Loadable } from '@lectern/shared-contracts/contract/host.ts';
import {
  useData,
  useHost,
  useReadable,
  useSetTitle,
  useTranslate,
} from '@lectern/shared-contracts/react/hooks.ts';
import { color } from '@lectern/shared-ui/tokens.ts';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { requestedPosition, startPosition } from '../engine/startPosition.ts';
import { OpenBook } from './OpenBook.tsx';
import type { Engines } from './opening/engines.ts';
import { avoid, didNotOpen, isAvoided } from './opening/openingMark.ts';
import { PageSkeleton } from './opening/PageSkeleton.tsx';
import { ReaderErrorScreen, readerErrorText } from './opening/ReaderErrorScreen.tsx';
import { UnopenedBook } from './opening/UnopenedBook.tsx';

export interface ReaderScreenProps {
  bookId: string;
  engines: Engines;
}

/** The page /read/:bookId: loads the manifest and opens the book. */
export function ReaderScreen({ bookId, engines }: ReaderScreenProps) {
  const t = useTranslate();
  const { data, preferences } = useHost();
  const [attempt, setAttempt] = useState(0);
  const [didFreeze] = useState(() => didNotOpen(preferences, bookId));
  const mustAsk = useRef<boolean | null>(null);
  const [visited, setVisited] = useState<Locator | null>(null);
  const request = { params: { id: bookId } };
  const manifest = useData('GET /books/:id/manifest', request);
  const progress = useData('GET /books/:id/progress', request);
  const book = useData('GET /books/:id', request);
  const requested = useRequestedPosition();
  const loadedBook = book.status === 'ready' ? book.value : null;
  useSetTitle(loadedBook?.title ?? t('Reader'));

  // The engine is loaded in parallel with the manifest.
  const expectedFormat = loadedBook?.format === 'pdf' ? 'pdf' : 'epub';
  useLayoutEffect(() => {
    engines[expectedFormat]().catch(() => {});
  }, [engines, expectedFormat]);

  const retry = (position: Locator | null = visited) => {
    setVisited(position);
    data.refresh('GET /books/:id/manifest');
    data.refresh('GET /books/:id/progress');
    data.refresh('GET /books/:id');
    setAttempt(attempt + 1);
  };

  if (loadedBook?.format === 'none')
    return <ReaderErrorScreen message={t(readerErrorText.unsupported)} onRetry={() => retry()} />;
  if (manifest.status === 'error')
    return <ReaderErrorScreen message={t(manifest.error.message)} onRetry={() => retry()} />;
  if (manifest.status === 'loading' || progress.status === 'loading')
    return (
      <FullScreen>
        <PageSkeleton onRetry={() => retry()} />
      </FullScreen>
    );
  const stored = startPosition(null, storedProgress(progress));
  // Decided once: the place changes while the book is read.
  mustAsk.current ??= didFreeze || (requested.first === null && isAvoided(preferences, bookId, stored));
  if (mustAsk.current)
    return (
      <UnopenedBook
        manifest={manifest.value}
        onOpen={(position) => {
          mustAsk.current = false;
          avoid(preferences, bookId, position === null || requested.first ? undefined : stored);
          setVisited(position ?? requested.first);
          setAttempt(attempt + 1);
        }}
      />
    );
  const visit = attempt === 0 ? requested.first : visited;
  return (
    <OpenBook
      key={`${bookId}/${attempt}`}
      manifest={manifest.value}
      book={loadedBook}
      start={visit ?? stored}
      isVisit={visit !== null}
      requested={requested.later}
      progress={storedProgress(progress)}
      onRetry={retry}
      engines={engines}
    />
  );
}

/** Without progress the book opens at its beginning; nothing is saved before a page turn. */
function storedProgress(progress: Loadable<Progress | null>): Progress | null {
  return progress.status === 'ready' ? progress.value : null;
}

/**
 * Passages requested by navigation state, initially or later. Each state is used once: after a reload the stored
 * position is used.
 */
function useRequestedPosition(): { first: Locator | null; later: Locator | null } {
  const { navigation } = useHost();
  const { state, pathname, search } = useReadable(navigation.location);
  const [first] = useState(() => requestedPosition(state));
  const [later, setLater] = useState<Locator | null>(null);
  useEffect(() => {
    const position = requestedPosition(state);
    if (!position) return;
    if (position !== first) setLater(position);
    navigation.go(pathname + search, { replace: true, state: null });
  }, [state, first, navigation, pathname, search]);
  return { first, later };
}

const FullScreen = styled.div`
  position: fixed;
  inset: 0;
  background: ${color.surface};
`;
