export interface AppConfig {
  /** The server root: '/v1', or an address of another origin. No slash at the end. */
  root: string;
}

export type ConfigResult = { ok: true; config: AppConfig } | { ok: false; problem: string };

/**
 * Where the server is, as `<meta name="lectern-server" content="/v1">` says. It is required: an app that guessed
 * would send a reader's password to the wrong place [CF-01].
 * @param content null when the element is not there.
 * @param page address of the page.
 */
export function readConfig(content: string | null, page: string): ConfigResult {
  const value = content?.trim() ?? '';
  if (value === '') return { ok: false, problem: 'No server is configured.' };
  const isPath = value.startsWith('/') && !value.startsWith('//');
  if (!isPath && !/^https?:\/\//i.test(value)) {
    return { ok: false, problem: `The address of the server is not valid: ${value}` };
  }
  try {
    const url = new URL(value, page);
    if (url.username || url.password || url.search || url.hash) {
      return { ok: false, problem: `The address of the server must be an origin and a path only: ${value}` };
    }
    const path = url.pathname.replace(/\/+$/, '');
    return { ok: true, config: { root: isPath ? path : url.origin + path } };
  } catch {
    return { ok: false, problem: `The address of the server is not valid: ${value}` };
  }
}

/** As the document of this page says. */
export const configOf = (page: Document): ConfigResult =>
  readConfig(
    page.querySelector('meta[name="lectern-server"]')?.getAttribute('content') ?? null,
    page.location.href,
  );
