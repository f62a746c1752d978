import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable, useSelected } from '@lectern/shared-contracts/react/useReadable.ts';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { Navigate, useLocation, useNavigationType } from 'react-router-dom';
import { LazyPage } from '../federation/LazyPage.tsx';
import { PageSkeleton } from '../federation/PageSkeleton.tsx';
import { type FramedPage, useShell } from '../host/shell.ts';
import { mainId } from '../layout/mainId.ts';
import { PublicFrame } from '../layout/PublicFrame.tsx';
import { Verifying } from '../pages/Verifying.tsx';
import { crumbsOf } from './crumbsOf.ts';
import { decide } from './decide.ts';
import { findRoute } from './findRoute.ts';
import { loaderOf } from './loaders.ts';
import type { FoundRoute } from './routeTypes.ts';

export interface CurrentPageProps {
  /** Puts a reader's page into its frame. */
  frame: (page: FramedPage) => ReactNode;
}

/** The page of this address, in the frame it stands in; or a way to another. */
export function CurrentPage(props: CurrentPageProps) {
  const { auth } = useShell();
  const { status } = useReadable(auth.state);
  const { pathname, search, hash } = useLocation();
  const found = useRoute(pathname);
  // A remote may have it; meanwhile nobody is sent elsewhere.
  if (found === 'loading' && status !== 'verifying') return <PageSkeleton area="default" slow={false} />;
  const decision = decide(found === 'loading' ? null : found, status, {
    pathname,
    search,
    hash,
    origin: window.location.origin,
  });

  if (decision.show === 'verifying') return <Verifying />;
  if (decision.show === 'redirect') return <Navigate to={decision.to} replace />;
  return <Framed {...props} found={decision.found} />;
}

/**
 * The route of a path: of the shell, or of a remote as soon as it is known what remotes bring. Null when nobody has
 * it.
 */
function useRoute(pathname: string): FoundRoute | 'loading' | null {
  const { routes } = useShell();
  const { routes: known } = useReadable(routes.table);
  const [described, setDescribed] = useState(false);
  const found = useMemo(() => findRoute(pathname, known), [pathname, known]);
  const isUnknown = found === null;
  useEffect(() => {
    if (isUnknown) runInBackground(routes.described().then(() => setDescribed(true)));
  }, [isUnknown, routes]);
  return found ?? (described ? null : 'loading');
}

function Framed({ found, frame }: CurrentPageProps & { found: FoundRoute }) {
  const { auth, navigation, remotes, routes } = useShell();
  const user = useReadable(auth.user);
  const title = useSelected(navigation.title, (own) => own ?? found.entry.title);
  const { entry, params } = found;
  const remotePage = entry.page;
  // The parameters of one address stay the same object, so that a page does not render anew for nothing.
  const stable = useRef(params);
  if (JSON.stringify(stable.current) !== JSON.stringify(params)) stable.current = params;
  useArrival(entry.path, Object.values(params).join('/'));
  useDocumentTitle(title);

  const shown = stable.current;
  // The same element as long as it is the same page: a title that comes renders the frame, and not the page in it.
  const page = useMemo(
    () => (
      <LazyPage
        key={`${entry.path} ${shown.bookId ?? ''}`}
        load={loaderOf(entry, remotes)}
        page={entry.failure}
        route={entry.path}
        params={shown}
        {...('remote' in remotePage
          ? { onCrash: (cause) => remotes.crashed(remotePage.remote, remotePage.expose, cause) }
          : {})}
      />
    ),
    [entry, shown, remotes, remotePage],
  );
  if (user === null || entry.access === 'visitor')
    return <PublicFrame plain={entry.chrome === 'plain'}>{page}</PublicFrame>;
  return frame({
    page,
    title,
    crumbs: crumbsOf(entry, routes.table.get().routes),
    bare: entry.chrome === 'none',
  });
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

function useDocumentTitle(title: string) {
  const t = useTranslate();
  const { pathname } = useReadable(useHost().navigation.location);
  useEffect(() => {
    document.title = `${t(title)} · Lectern`;
  }, [title, t, pathname]);
}
