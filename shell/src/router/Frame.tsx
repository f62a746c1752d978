import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable, useSelected } from '@lectern/shared-contracts/react/useReadable.ts';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { Outlet, useLocation, useMatches, useNavigationType } from 'react-router-dom';
import { lazyPart } from '../boundaries/lazyPart.tsx';
import { PageSkeleton } from '../boundaries/PageSkeleton.tsx';
import { useShell } from '../host/shell.ts';
import { usePrefetchNext } from '../host/useWhenPageIdle.ts';
import { FrameSkeleton } from '../layout/FrameSkeleton.tsx';
import { mainId } from '../layout/mainId.ts';
import { PublicFrame } from '../layout/PublicFrame.tsx';
import { CookieBanner } from '../layout/prompts/CookieBanner.tsx';
import { UpdatePrompt } from '../layout/prompts/UpdatePrompt.tsx';
import { SnackbarHost } from '../notify/SnackbarHost.tsx';
import { Verifying } from '../pages/Verifying.tsx';
import type { PageData } from '../routes/usePageData.ts';
import { PageDataContext, usePageData } from '../routes/usePageData.ts';
import { crumbsOf } from './crumbsOf.ts';
import { useAutoSession } from './useAutoSession.ts';

const AccountDeletedDialog = lazyPart(() =>
  import('../layout/prompts/AccountDeletedDialog.tsx').then((m) => m.AccountDeletedDialog),
);

/** The root route: the frame of whoever is here, and the page in it. */
export function Frame() {
  useArrived();
  const data = useMatches().at(-1)?.loaderData as PageData | undefined;
  return (
    <PageDataContext value={data ?? null}>
      <WithMessages>
        <FramedPage />
      </WithMessages>
    </PageDataContext>
  );
}

/** Until it is known who is here and what is at the address: nobody is sent elsewhere before. */
export function FrameFallback() {
  const { status } = useReadable(useShell().auth.state);
  return (
    <WithMessages>
      {status === 'verifying' ? <Verifying /> : <PageSkeleton area="default" slow={false} />}
    </WithMessages>
  );
}

/** What is said and asked beside any page. */
function WithMessages({ children }: { children: ReactNode }) {
  const { notify, updates, farewell } = useShell();
  const isGone = useSelected(farewell, (offer) => offer !== null);
  return (
    <>
      {children}
      <SnackbarHost notify={notify} />
      <UpdatePrompt updates={updates} />
      <CookieBanner />
      {isGone ? <AccountDeletedDialog /> : null}
    </>
  );
}

function FramedPage() {
  const { auth, navigation, routes, signedIn } = useShell();
  const host = useHost();
  const { status, user } = useReadable(auth.state);
  const services = useReadable(signedIn.state);
  const page = usePageData();
  const entry = page?.entry;
  const title = useSelected(navigation.title, (own) => own ?? entry?.title ?? '');
  useDocumentTitle(title);
  useArrival(entry?.path ?? '', Object.values(page?.params ?? {}).join('/'));

  if (status === 'verifying') return <Verifying />;
  if (user === null || entry?.access === 'visitor')
    return (
      <PublicFrame plain={entry?.chrome === 'plain'}>
        <Outlet />
      </PublicFrame>
    );
  const bare = entry?.chrome === 'none';
  // A page is rendered in slices: who is here may become known after the Host above was chosen. The visitor's Host has
  // none of what the reader's pages ask for, so they wait for the rendering that React begins anew.
  if (services.status !== 'ready' || services.host !== host)
    return <FrameSkeleton bare={bare} onRetry={services.status === 'failed' ? signedIn.load : null} />;
  const crumbs = entry ? crumbsOf(entry, routes.table.get().routes, title) : [];
  return (
    <>
      <services.Layout user={user} title={title} crumbs={crumbs} bare={bare}>
        <Outlet />
      </services.Layout>
      <BesideThePage />
    </>
  );
}

/** What follows the reader from page to page and shows nothing. */
function BesideThePage() {
  useAutoSession();
  usePrefetchNext();
  return null;
}

/** Tells the Host where the router is. */
function useArrived() {
  const { navigation } = useShell();
  const { pathname, search, hash, state } = useLocation();
  useLayoutEffect(() => {
    navigation.arrived({ pathname, search, hash, state });
  }, [navigation, pathname, search, hash, state]);
}

function useDocumentTitle(title: string) {
  const t = useTranslate();
  const { pathname } = useReadable(useHost().navigation.location);
  useEffect(() => {
    if (title !== '') document.title = `${t(title)} · Lectern`;
  }, [title, t, pathname]);
}

/** A new page begins at its top, and the keyboard begins there too; going back leaves the scrolling to the browser. */
function useArrival(path: string, params: string) {
  const { navigation } = useShell();
  const kind = useNavigationType();
  const first = useRef(true);
  useEffect(() => {
    if (first.current) {
      first.current = false;
      return;
    }
    if (kind !== 'POP') window.scrollTo(0, 0);
    document.getElementById(mainId)?.focus({ preventScroll: true });
  }, [path, params]);
  useEffect(() => () => navigation.clearTitle(), [navigation, path, params]);
}
