import { whenNetworkIdle } from '@lectern/client/common/scheduling.ts';
import { useReadable, useSelected } from '@lectern/shared-contracts/react/hooks.ts';
import { useCallback, useMemo, useState } from 'react';
import { lazyPart } from '../boundaries/lazyPart.tsx';
import { type SignedInLayoutProps, type SignedInServices, useShell } from '../host/shell.ts';
import { useWhenPageIdle } from '../host/useWhenPageIdle.ts';
import { SessionSummary } from '../session-widget/SessionSummary.tsx';
import { SessionWidget } from '../session-widget/SessionWidget.tsx';
import { OfflineBanner } from '../sync-status/OfflineBanner.tsx';
import { useObstacle } from '../sync-status/useObstacle.ts';
import { AppFrame } from './AppFrame.tsx';
import { BareFrame } from './BareFrame.tsx';
import { InstallPrompt } from './prompts/InstallPrompt.tsx';
import { OverrideBadge } from './prompts/OverrideBadge.tsx';
import { SearchOverlay } from './search/SearchOverlay.tsx';
import { useSearch } from './search/useSearch.ts';

/** Rarely used, so loaded on demand. */
const Tour = lazyPart(() => import('../tour/Tour.tsx').then((m) => m.Tour));

const SignOutDialog = lazyPart(() => import('./prompts/SignOutDialog.tsx').then((m) => m.SignOutDialog));
const SharedFilesQuestion = lazyPart(() =>
  import('./prompts/SharedFilesQuestion.tsx').then((m) => m.SharedFilesQuestion),
);

/**
 * The parts that outlive a page: session widget, search, tour. They are outside the page's error
 * boundary, so a broken page does not stop them.
 */
export function SignedInLayout({ user, title, crumbs, bare, children }: SignedInLayoutProps) {
  const [touring, setTouring] = useState(false);
  const startTour = useCallback(() => setTouring(true), []);
  const endTour = useCallback(() => setTouring(false), []);
  const search = useSearch();

  const { open, approach } = search;
  // Prefetched, since one key opens it on every page, but not before the files that the page itself still loads.
  useWhenPageIdle(() => whenNetworkIdle().then(approach));

  // Opening the search or the tour does not rerender the page.
  const searchControls = useMemo(() => ({ open, approach }), [open, approach]);

  return (
    <>
      {bare ? (
        <BareFrame>{children}</BareFrame>
      ) : (
        <AppFrame
          user={user}
          title={title}
          crumbs={crumbs}
          search={searchControls}
          onTour={startTour}
          banner={<Banners />}
        >
          {children}
        </AppFrame>
      )}
      <SessionWidget />
      <SessionSummary />
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

/** Prompts that can appear on any page. */
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

/** Lasting states, below the header of every page. */
function Banners() {
  const { installing } = useShell();
  return (
    <>
      <OfflineBanner obstacle={useObstacle()} />
      <InstallPrompt offer={installing} />
    </>
  );
}
