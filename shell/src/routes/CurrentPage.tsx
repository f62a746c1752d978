import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable, useSelected } from '@lectern/shared-contracts/react/useReadable.ts';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { Navigate, useLocation, useNavigationType } from 'react-router-dom';
import { LazyPage } from '../federation/LazyPage.tsx';
import { type FramedPage, useShell } from '../host/shell.ts';
import { mainId } from '../layout/mainId.ts';
import { PublicFrame } from '../layout/PublicFrame.tsx';
import { Verifying } from '../pages/Verifying.tsx';
import { crumbsOf } from './crumbsOf.ts';
import { decide } from './decide.ts';
import { type FoundRoute, findRoute } from './findRoute.ts';
import { loaderOf } from './loaders.ts';
import { RegistryPage } from './RegistryPage.tsx';

export interface CurrentPageProps {
  /** Puts a reader's page into its frame. */
  frame: (page: FramedPage) => ReactNode;
}

/** The page of this address, in the frame it stands in; or a way to another. */
export function CurrentPage(props: CurrentPageProps) {
  const { auth } = useShell();
  const { status } = useReadable(auth.state);
  const { pathname, search, hash } = useLocation();
  const decision = decide(findRoute(pathname), status, {
    pathname,
    search,
    hash,
    origin: window.location.origin,
  });

  if (decision.show === 'verifying') return <Verifying />;
  if (decision.show === 'redirect') {
    const away = <Navigate to={decision.to} replace />;
    if (status !== 'signed-in' || findRoute(pathname) !== null) return away;
    return (
      <RegistryPage pathname={pathname} otherwise={away}>
        {(found) => <Framed {...props} found={found} />}
      </RegistryPage>
    );
  }
  return <Framed {...props} found={decision.found} />;
}

function Framed({ found, frame }: CurrentPageProps & { found: FoundRoute }) {
  const { auth, navigation, remotes } = useShell();
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
  return frame({ page, title, crumbs: crumbsOf(entry), bare: entry.chrome === 'none' });
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
