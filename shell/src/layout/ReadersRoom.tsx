import type { User } from '@lectern/shared-contracts/api/auth.ts';
import { useReadable, useSelected } from '@lectern/shared-contracts/react/useReadable.ts';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { lazyPart } from '../federation/lazyPart.tsx';
import { OverrideBadge } from '../federation/OverrideBadge.tsx';
import { type FramedPage, type Reader, useShell } from '../host/shell.ts';
import { SessionWidget } from '../reading-session/SessionWidget.tsx';
import { useAtRest } from '../routes/useAtRest.ts';
import { AppFrame } from './AppFrame.tsx';
import { Banners } from './Banners.tsx';
import { BareFrame } from './BareFrame.tsx';
import { SearchOverlay } from './SearchOverlay.tsx';
import { useSearch } from './useSearch.ts';

/** Few take it twice: its code comes when it is asked for. */
const Tour = lazyPart(() => import('../tour/Tour.tsx').then((m) => m.Tour));

const SignOutDialog = lazyPart(() => import('../reader-data/SignOutDialog.tsx').then((m) => m.SignOutDialog));
const SharedFilesQuestion = lazyPart(() =>
  import('../pwa/SharedFilesQuestion.tsx').then((m) => m.SharedFilesQuestion),
);

export interface ReadersRoomProps {
  user: User;
  children: (frame: (page: FramedPage) => ReactNode) => ReactNode;
}

/**
 * What lives longer than any page of a reader: the session widget, the search, the tour. They are outside of the page's
 * boundary, so a broken page stops none of them.
 */
export function ReadersRoom({ user, children }: ReadersRoomProps) {
  const [touring, setTouring] = useState(false);
  const startTour = useCallback(() => setTouring(true), []);
  const endTour = useCallback(() => setTouring(false), []);
  const search = useSearch(true);

  const { open, approach } = search;
  // One key away on every page: it is there before it is asked for.
  useAtRest(approach);

  // What opens the search or the tour renders no page anew.
  const framed = useMemo(() => {
    const door = { open, approach };
    return children(({ page, title, crumbs, bare }) =>
      bare ? (
        <BareFrame>{page}</BareFrame>
      ) : (
        <AppFrame
          user={user}
          title={title}
          crumbs={crumbs}
          search={door}
          onTour={startTour}
          banner={<Banners />}
        >
          {page}
        </AppFrame>
      ),
    );
  }, [children, user, open, approach, startTour]);

  return (
    <>
      {framed}
      <SessionWidget />
      <Questions />
      {search.wanted && search.widget ? (
        <SearchOverlay
          widget={search.widget}
          open={search.isOpen}
          onClose={search.close}
          onFail={search.fail}
        />
      ) : null}
      <OverrideBadge />
      {touring ? <Tour onEnd={endTour} /> : null}
    </>
  );
}

/** What a reader is asked on whatever page they are. */
function Questions() {
  const reader = useReadable(useShell().reader);
  return reader.status === 'ready' ? <QuestionsOf {...reader} /> : null;
}

function QuestionsOf({ signOut, shared }: Reader) {
  const isLeaving = useSelected(signOut.state, ({ step }) => step !== 'none');
  const isShared = useSelected(shared, (question) => question !== null);
  return (
    <>
      {isLeaving ? <SignOutDialog signOut={signOut} /> : null}
      {isShared ? <SharedFilesQuestion question={shared} /> : null}
    </>
  );
}
