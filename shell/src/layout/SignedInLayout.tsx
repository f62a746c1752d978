import { whenNetworkIdle } from '@lectern/client/common/scheduling.ts';
import type { InstallOffer } from '@lectern/client/pwa/installPrompt.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost, useReadable, useSelected, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Banner } from '@lectern/shared-ui/Banner.tsx';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { useCallback, useLayoutEffect, useMemo, useState } from 'react';
import { lazyPart } from '../boundaries/lazyPart.tsx';
import { type SignedInLayoutProps, type SignedInServices, useShell } from '../host/shell.ts';
import { useWhenPageIdle } from '../routes/usePageData.ts';
import { AppFrame } from './AppFrame.tsx';
import { BareFrame } from './BareFrame.tsx';
import { OverrideBadge } from './prompts/OverrideBadge.tsx';
import { SearchOverlay } from './search/SearchOverlay.tsx';
import { useSearch } from './search/useSearch.ts';
import { SessionSummary } from './session-widget/SessionSummary.tsx';
import { SessionWidget } from './session-widget/SessionWidget.tsx';
import { OfflineBanner } from './sync-status/OfflineBanner.tsx';
import { useObstacle } from './sync-status/obstacle.tsx';

/** Rarely used, so loaded on demand. */
const Tour = lazyPart(() => import('./tour/Tour.tsx').then((m) => m.Tour));

const Versions = lazyPart(() => import('./versions/Versions.tsx').then((m) => m.Versions));
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
      {search.wanted && search.overlay ? (
        <SearchOverlay
          overlay={search.overlay}
          open={search.isOpen}
          onClose={search.close}
          onFail={search.fail}
        />
      ) : null}
      <OverrideBadge />
      <Loads />
      {touring ? <Tour onEnd={endTour} /> : null}
    </>
  );
}

/** Of the developer's view. */
function Loads() {
  const view = useReadable(useShell().developerView);
  return view ? <view.Loads /> : null;
}

/** Prompts that can appear on any page. */
function Questions() {
  const services = useReadable(useShell().signedIn.state);
  return services.status === 'ready' ? <QuestionsOf {...services} /> : null;
}

function QuestionsOf({ signOut, versions, shared }: SignedInServices) {
  const isLeaving = useSelected(signOut.state, ({ step }) => step !== 'none');
  const thing = useReadable(versions);
  const isShared = useSelected(shared, (question) => question !== null);
  return (
    <>
      {isLeaving ? <SignOutDialog signOut={signOut} /> : null}
      {thing ? (
        <Versions key={`${thing.kind} ${thing.id}`} thing={thing} onClose={() => versions.set(null)} />
      ) : null}
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

/**
 * Shown while installing is possible, until the reader decides. It appears with a navigation, not while a page is
 * shown, so that the page does not shift.
 */
export function InstallPrompt({ offer }: { offer: InstallOffer }) {
  const t = useTranslate();
  const { pathname } = useReadable(useHost().navigation.location);
  const offered = useReadable(offer.offered);
  const [inTime, setInTime] = useState(false);
  // Read when a page is shown: a later offer waits for the next page.
  useLayoutEffect(() => setInTime(offer.offered.get()), [offer, pathname]);
  if (!offered || !inTime) return null;
  return (
    <Banner
      flush
      tone="info"
      message={t('Install Lectern')}
      detail={t('Your library in a window of its own, and without a network.')}
      action={
        <Stack direction="inline" gap={2}>
          <Button size="small" onClick={() => runInBackground(offer.install())}>
            {t('Install')}
          </Button>
          <Button size="small" variant="quiet" onClick={offer.dismiss}>
            {t('Not now')}
          </Button>
        </Stack>
      }
    />
  );
}
