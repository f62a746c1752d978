/**
 * Lectern may be served below a path of a site, as at https://example.org/books/. Pages have paths of their own in the
 * router and everywhere in the app, such as '/library'; the base path comes before them only where the browser is given
 * an address.
 */

/**
 * The base path, without a slash at its end; '' where Lectern has a host name of its own. The server writes it into the
 * document (server/src/routing/basePath.ts); a worker's program lies directly below it.
 */
const basePath: string =
  'document' in globalThis
    ? (document.querySelector('meta[name="lectern-base"]')?.getAttribute('content') ?? '')
    : (globalThis.self?.location?.pathname ?? '/').replace(/\/[^/]*$/, '');

/** The address of a path of the app, or of a file beside it; an address of another kind is left as it is. */
export const addressOf = (path: string, base = basePath): string =>
  path.startsWith('/') && !path.startsWith('//') ? base + path : path;

/** The path of the app that is at an address. */
export const pathOf = (pathname: string, base = basePath): string =>
  pathname === base ? '/' : pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : pathname;
