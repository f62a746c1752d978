import { useReadable, useSelected } from '@lectern/shared-contracts/react/useReadable.ts';
import { useCallback, useMemo, useState } from 'react';
import { lazyPart } from '../boundaries/lazyPart.tsx';
import { type SignedInLayoutProps, type SignedInServices, useShell } from '../host/shell.ts';
import { useWhenPageIdle } from '../host/useWhenPageIdle.ts';
import { SessionWidget } from '../session-widget/SessionWidget.tsx';
import { AppFrame } from './AppFrame.tsx';
import { Banners } from './Banners.tsx';
import { BareFrame } from './BareFrame.tsx';
import { OverrideBadge } from './prompts/OverrideBadge.tsx';
import { SearchOverlay } from './SearchOverlay.tsx';
import { useSearch } from './useSearch.ts';

/** Few take it twice: its code comes when it is asked for. */
const Tour = lazyPart(() => import('../tour/Tour.tsx').then((m) => m.Tour));

const SignOutDialog = lazyPart(() => import('./prompts/SignOutDialog.tsx').then((m) => m.SignOutDialog));
const SharedFilesQuestion = lazyPart(() =>
  import('./prompts/SharedFilesQuestion.tsx').then((m) => m.SharedFilesQuestion),
);

/**
 * What lives longer than any page of a reader: the session widget, the search, the tour. They are outside of the page's
 * boundary, so a broken page stops none of them.
 */
export function SignedInLayout({ user, title, crumbs, bare, children }: SignedInLayoutProps) {
  const [touring, setTouring] = useState(false);
  const startTour = useCallback(() => setTouring(true), []);
  const endTour = useCallback(() => setTouring(false), []);
  const search = useSearch(true);

  const { open, approach } = search;
  // One key away on every page: it is there before it is asked for.
  useWhenPageIdle(approach);

  // What opens the search or the tour renders no page anew.
  const door = useMemo(() => ({ open, approach }), [open, approach]);

  return (
    <>
      {bare ? (
        <BareFrame>{children}</BareFrame>
      ) : (
        <AppFrame
          user={user}
          title={title}
          crumbs={crumbs}
          search={door}
          onTour={startTour}
          banner={<Banners />}
        >
          {children}
        </AppFrame>
      )}
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
  const services = useReadable(useShell().signedIn.state);
  return services.status === 'ready' ? <QuestionsOf {...services} /> : null;
}

function QuestionsOf({ signOut, shared }: SignedInServices) {
  const isLeaving = useSelected(signOut.state, ({ step }) => step !== 'none');
  const isShared = useSelected(shared, (question) => question !== null);
  return (
    <>
      {isLeaving ? <SignOutDialog signOut={signOut} /> : null}
      {isShared ? <SharedFilesQuestion question={shared} /> : null}
    </>
  );
}
