import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { useHost, useReadable, useSelected, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { color, font, space, type } from '@lectern/shared-ui/tokens.ts';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { Outlet, useLocation, useMatches, useNavigationType } from 'react-router-dom';
import { styled } from 'styled-components';
import { lazyPart } from '../boundaries/lazyPart.tsx';
import { PageSkeleton } from '../boundaries/PageSkeleton.tsx';
import { useShell } from '../host/shell.ts';
import { FrameSkeleton } from '../layout/FrameSkeleton.tsx';
import { mainId } from '../layout/frame/SkipLink.tsx';
import { Wordmark } from '../layout/frame/Wordmark.tsx';
import { SnackbarHost } from '../layout/notify/SnackbarHost.tsx';
import { PublicFrame } from '../layout/PublicFrame.tsx';
import { CookieBanner } from '../layout/prompts/CookieBanner.tsx';
import { UpdatePrompt } from '../layout/prompts/UpdatePrompt.tsx';
import { autoSessionPreference } from '../pages/autoSessionPreference.ts';
import { dashboardPath } from '../routes/dashboardPage.ts';
import type { Crumb, RouteEntry } from '../routes/routeTypes.ts';
import { type PageData, PageDataContext, usePageData, useWhenPageIdle } from '../routes/usePageData.ts';
import { matchRoute } from './routeTable.ts';

const AccountDeletedDialog = lazyPart(() =>
  import('../layout/prompts/AccountDeletedDialog.tsx').then((m) => m.AccountDeletedDialog),
);

/** Root route: the frame for a visitor or reader, with the page in it. */
export function RootRoute() {
  useReportLocation();
  const data = useMatches().at(-1)?.loaderData as PageData | undefined;
  return (
    <PageDataContext value={data ?? null}>
      <WithPrompts>
        <FramedPage />
      </WithPrompts>
    </PageDataContext>
  );
}

/** Shown until the sign-in state and the route are known; nobody is redirected before. */
export function RootFallback() {
  const { status } = useReadable(useShell().auth.state);
  return (
    <WithPrompts>
      {status === 'verifying' ? <Verifying /> : <PageSkeleton area="default" slow={false} />}
    </WithPrompts>
  );
}

/** Messages and prompts beside any page. */
function WithPrompts({ children }: { children: ReactNode }) {
  const { notify, updates, deletedAccount } = useShell();
  const isDeleted = useSelected(deletedAccount, (offer) => offer !== null);
  return (
    <>
      {children}
      <SnackbarHost notify={notify} />
      <UpdatePrompt updates={updates} />
      <CookieBanner />
      {isDeleted ? <AccountDeletedDialog /> : null}
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
  useResetScrollAndFocus(entry?.path ?? '', Object.values(page?.params ?? {}).join('/'));

  if (status === 'verifying') return <Verifying />;
  if (user === null || entry?.access === 'visitor')
    return (
      <PublicFrame plain={entry?.chrome === 'plain'}>
        <Outlet />
      </PublicFrame>
    );
  const withoutChrome = entry?.chrome === 'none';
  // Rendering is concurrent: the reader may become known after the Host above was chosen. The visitor's Host
  // lacks what a reader's pages use, so they wait for the rerender.
  if (services.status !== 'ready' || services.host !== host)
    return (
      <FrameSkeleton bare={withoutChrome} onRetry={services.status === 'failed' ? signedIn.load : null} />
    );
  const crumbs = entry ? crumbsOf(entry, routes.table.get().routes, title) : [];
  return (
    <>
      <services.Layout user={user} title={title} crumbs={crumbs} bare={withoutChrome}>
        <Outlet />
      </services.Layout>
      <NavigationEffects />
    </>
  );
}

/** Effects of navigation; renders nothing. */
function NavigationEffects() {
  useAutoSession();
  usePrefetchNext();
  return null;
}

/** Passes the router's location to the Host. */
function useReportLocation() {
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

/** Scrolls to the top and moves the focus there on a new page; on back, scrolling is left to the browser. */
function useResetScrollAndFocus(path: string, params: string) {
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

/** Prefetches the most likely next page once the current one is idle. */
function usePrefetchNext(): void {
  const { loader, routes } = useShell();
  const host = useHost();
  const next = usePageData()?.entry.next;
  useWhenPageIdle(async () => {
    const match = next === undefined ? null : routes.find(next);
    const loaded = match && (await loader.load(match.entry.page));
    if (loaded?.ok) loaded.component.prefetch(host);
  });
}

/**
 * If the reader has chosen it, starts a session when a book is opened and stops it when the book is left. A session
 * that was active before is not touched.
 */
function useAutoSession(): void {
  const { navigation, preferences, session, data } = useHost();
  const { pathname } = useReadable(navigation.location);
  const isEnabled = useReadable(preferences.watch(autoSessionPreference, false));
  const bookId = useShell().routes.find(pathname)?.params.bookId;

  useEffect(() => {
    if (!isEnabled || bookId === undefined || session.active.get() !== null) return;
    const book = data.watch('GET /books/:id', { params: { id: bookId } });
    let started = false;
    const startOnce = () => {
      const loaded = book.get();
      if (started || loaded.status !== 'ready' || session.active.get() !== null) return;
      started = true;
      runInBackground(session.start(loaded.value));
    };
    const stopListening = book.subscribe(startOnce);
    startOnce();
    return () => {
      stopListening();
      // Also if the page of the book started it.
      if (session.active.get()?.book.id === bookId) runInBackground(session.stop());
    };
  }, [isEnabled, bookId, session, data]);
}

/** Breadcrumbs from the dashboard to this page. @param title set by the page, such as that of a book */
export function crumbsOf(entry: RouteEntry, routes: readonly RouteEntry[], title: string): Crumb[] {
  const own = { title, path: entry.path };
  const above = entry.parent === undefined ? null : matchRoute(entry.parent, routes);
  const between = above ? [{ title: above.entry.title, path: above.entry.path }] : [];
  return entry.path === dashboardPath
    ? [own]
    : [{ title: text('Dashboard'), path: dashboardPath }, ...between, own];
}

/** Shown while the sign-in state loads [RT-06], after a short delay, so that most readers never see it. */
function Verifying() {
  const t = useTranslate();
  return (
    <Middle role="status" aria-busy="true">
      <Wordmark />
      <p>{t('Verifying your sign-in…')}</p>
    </Middle>
  );
}

const Middle = styled.main`
  display: grid;
  place-content: center;
  justify-items: center;
  gap: ${space(4)};
  min-block-size: 100dvh;
  color: ${color.textMuted};
  font-family: ${font.reading};
  font-size: ${type.small};
  animation: lectern-fade-in 240ms 200ms backwards;
`;
