import type { AuthState, AuthStatus } from '@lectern/client/auth/authStore.ts';
import { addressOf, pathOf } from '@lectern/client/common/basePath.ts';
import type { Readable } from '@lectern/shared-contracts/contract/readable.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import {
  createBrowserRouter,
  type LoaderFunctionArgs,
  type RouteObject,
  redirect,
  replace,
  type ShouldRevalidateFunction,
} from 'react-router-dom';
import { RootCrash } from '../boundaries/RootCrash.tsx';
import type { Shell } from '../host/shell.ts';
import { redirectFor } from '../routes/access.ts';
import type { PageData } from '../routes/usePageData.ts';
import { Frame, FrameFallback } from './Frame.tsx';
import { loadPage, type PageLoaderPorts } from './loadPage.ts';
import { Page } from './Page.tsx';

export type Router = ReturnType<typeof createBrowserRouter>;

export type RouterPorts = PageLoaderPorts & Pick<Shell, 'navigation'>;

const frameId = 'frame';

/**
 * One table of the shell's own pages and those of the remotes. A loader decides who may see a page, and begins to load
 * it; it waits for none of it, so that a page whose code is slow shows its skeleton instead of holding the page before.
 */
export function createRouter(shell: RouterPorts): Router {
  const { auth, navigation, routes } = shell;
  const paths = new Set<string>();

  async function loader({ request }: LoaderFunctionArgs): Promise<PageData> {
    const { pathname: address, search, origin } = new URL(request.url);
    const pathname = pathOf(address);
    const status = await verified(auth.state);
    if (routes.find(pathname) === null) await routes.described();
    const found = routes.find(pathname);
    // Typed, reloaded or gone back to: then a redirect takes the place of the address.
    const isShown = window.location.pathname === address && window.location.search === search;
    const hash = isShown ? window.location.hash : '';
    const to = redirectFor(found?.entry ?? null, status, { pathname, search, hash, origin });
    if (to !== null || found === null) throw (isShown ? replace : redirect)(to ?? '/');
    return loadPage(shell, found);
  }

  /** Of pages that the router has not got yet. */
  function newRoutes(): RouteObject[] {
    const added = routes.table.get().routes.filter(({ path }) => !paths.has(path));
    for (const { path } of added) paths.add(path);
    return added.map(({ path }) => ({ id: path, path, loader, shouldRevalidate, Component: Page }));
  }

  const router = createBrowserRouter(
    [
      {
        id: frameId,
        Component: Frame,
        HydrateFallback: FrameFallback,
        errorElement: <RootCrash />,
        children: [...newRoutes(), { id: 'unknown', path: '*', loader }],
      },
    ],
    {
      basename: addressOf('/'),
      async patchRoutesOnNavigation({ path, patch }) {
        if (routes.find(pathOf(path)) === null) await routes.described();
        patch(frameId, newRoutes());
      },
    },
  );

  // Who may see the page, and which module shows it, can change while it is open.
  const revalidate = () => {
    if (router.state.initialized) runInBackground(router.revalidate());
  };
  auth.user.subscribe(revalidate);
  routes.table.subscribe(revalidate);
  navigation.connect((to, options) =>
    runInBackground(typeof to === 'number' ? router.navigate(to) : router.navigate(to, options)),
  );
  return router;
}

/** Another query or fragment of a page is the page's own affair; of the sign-in page it says where the reader goes. */
const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl }) =>
  currentUrl.pathname !== nextUrl.pathname ||
  currentUrl.href === nextUrl.href ||
  pathOf(nextUrl.pathname) === '/login';

/** Resolves as soon as it is known who is here. */
function verified(state: Readable<AuthState>): Promise<Exclude<AuthStatus, 'verifying'>> {
  return new Promise((resolve) => {
    const look = () => {
      const { status } = state.get();
      if (status === 'verifying') return;
      stop();
      resolve(status);
    };
    const stop = state.subscribe(look);
    look();
  });
}

/** Resolves when the first page can be shown whole, or says why not. */
export async function firstPage(router: Router): Promise<void> {
  await new Promise<void>((resolve) => {
    const stop = router.subscribe(look);
    function look() {
      if (!router.state.initialized) return;
      stop();
      resolve();
    }
    look();
  });
  const data = Object.values(router.state.loaderData) as (PageData | undefined)[];
  await Promise.all(data.map((page) => page?.ready));
}
