import { addressOf, pathOf } from '@lectern/client/common/basePath.ts';
import { until } from '@lectern/client/common/readables.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
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
import type { RouteMatch } from '../routes/routeTypes.ts';
import type { PageData } from '../routes/usePageData.ts';
import { loadPage, type PageLoaderPorts } from './loadPage.ts';
import { Page } from './Page.tsx';
import { RootFallback, RootRoute } from './RootRoute.tsx';

export type Router = ReturnType<typeof createBrowserRouter>;

export type RouterPorts = PageLoaderPorts & Pick<Shell, 'navigation' | 'notify' | 'i18n'>;

const frameId = 'frame';
const unknownAddress = text('There is no page at this address.');

/**
 * Creates the router from the table of the shell's and the remotes' pages. A loader checks access and starts loading
 * the page without waiting, so that a slow page shows its skeleton instead of blocking the navigation.
 */
export function createRouter(shell: RouterPorts): Router {
  const { auth, navigation, routes, notify, i18n, signedIn } = shell;
  const paths = new Set<string>();

  async function loader({ request }: LoaderFunctionArgs): Promise<PageData> {
    const { pathname: address, search, origin } = new URL(request.url);
    const pathname = pathOf(address);
    const { status } = await until(auth.state, (state) => state.status !== 'verifying');
    if (routes.findDeclared(pathname) === null) await routes.described();
    const match = await pageAt(pathname, status === 'signed-in');
    // A typed, reloaded or revisited address: a redirect replaces it.
    const isInitialLoad = window.location.pathname === address && window.location.search === search;
    const hash = isInitialLoad ? window.location.hash : '';
    const to = redirectFor(match?.entry ?? null, status, { pathname, search, hash, origin });
    if (match === null) runInBackground(sayUnknown());
    if (to !== null || match === null) throw (isInitialLoad ? replace : redirect)(to ?? '/');
    return loadPage(shell, match);
  }

  /**
   * The page, once it is known whether its condition holds. A visitor signs in before a reader's page is looked for.
   */
  async function pageAt(pathname: string, isSignedIn: boolean): Promise<RouteMatch | null> {
    const declared = routes.findDeclared(pathname);
    if (declared?.entry.when === undefined) return declared;
    if (!isSignedIn) return declared.entry.access === 'user' ? declared : routes.find(pathname);
    const services = await signedIn.ready().catch(() => null);
    // The frame says that it could not be loaded, and looks for the page again when it was.
    if (services === null) return declared;
    await routes.decided(pathname);
    return routes.find(pathname);
  }

  /** Says why another page is shown [RT-07]. */
  async function sayUnknown(): Promise<void> {
    await i18n.start();
    notify.show({ tone: 'info', message: i18n.translate('shell')(unknownAddress) });
  }

  const pageRoute = { loader, shouldRevalidate, Component: Page };

  /** Pages that the router does not have yet. */
  function newRoutes(): RouteObject[] {
    const added = routes.declared.get().routes.filter(({ path }) => !paths.has(path));
    for (const { path } of added) paths.add(path);
    return added.map(({ path }) => ({ ...pageRoute, id: path, path }));
  }

  const router = createBrowserRouter(
    [
      {
        id: frameId,
        Component: RootRoute,
        HydrateFallback: RootFallback,
        errorElement: <RootCrash />,
        // Its loader may find a page that is not in the router yet: one that is newer than the last visit.
        children: [...newRoutes(), { ...pageRoute, id: 'unknown', path: '*' }],
      },
    ],
    {
      basename: addressOf('/'),
      async patchRoutesOnNavigation({ path, patch, signal }) {
        if (routes.findDeclared(pathOf(path)) === null) await routes.described();
        // The router ignores the routes of an interrupted navigation. The next one adds them.
        if (!signal.aborted) patch(frameId, newRoutes());
      },
    },
  );

  // Access and the module of a page can change while it is open.
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

/** Pages handle query and hash themselves, except the sign-in page, where they name the page to open next. */
const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl }) =>
  currentUrl.pathname !== nextUrl.pathname ||
  currentUrl.href === nextUrl.href ||
  pathOf(nextUrl.pathname) === '/login';

/** Resolves when the first page is complete or has failed. */
export async function firstPage(router: Router): Promise<void> {
  await new Promise<void>((resolve) => {
    const stop = router.subscribe(check);
    function check() {
      if (!router.state.initialized) return;
      stop();
      resolve();
    }
    check();
  });
  const data = Object.values(router.state.loaderData) as (PageData | undefined)[];
  await Promise.all(data.map((page) => page?.ready));
}
