/**
 * Lectern may be served below a path of a site, as at https://example.org/books/. The router and the rest of the app
 * use paths such as '/library'; the base path is prepended only when an address is passed to the
 * browser.
 */

/**
 * The base path without a trailing slash; '' if Lectern has a host name of its own. The server writes it into the
 * document (server/src/http/routing/basePath.ts); a worker script is directly below it.
 */
const basePath: string =
  'document' in globalThis
    ? (document.querySelector('meta[name="lectern-base"]')?.getAttribute('content') ?? '')
    : (globalThis.self?.location?.pathname ?? '/').replace(/\/[^/]*$/, '');

/** The URL path of a path of the app, or of one of its files; other addresses are returned unchanged. */
export const addressOf = (path: string, base = basePath): string =>
  path.startsWith('/') && !path.startsWith('//') ? base + path : path;

/** The path of the app for a URL path. */
export const pathOf = (pathname: string, base = basePath): string =>
  pathname === base ? '/' : pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : pathname;
