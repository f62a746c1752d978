export interface AppConfig {
  /** The server root: '/v1', or an address of another origin, without a trailing slash. */
  root: string;
}

export type ConfigResult = { ok: true; config: AppConfig } | { ok: false; problem: string };

/**
 * Parses `<meta name="lectern-server" content="/v1">`. It is required: an app that guessed the server
 * could send a password to the wrong place [CF-01].
 * @param content null when the element is missing
 * @param page address of the page
 */
export function parseConfig(content: string | null, page: string): ConfigResult {
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

/** The configuration in the document of this page. */
export const readConfig = (page: Document): ConfigResult =>
  parseConfig(
    page.querySelector('meta[name="lectern-server"]')?.getAttribute('content') ?? null,
    page.location.href,
  );
