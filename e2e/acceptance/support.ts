/** Shared by the acceptance checks. Each file has one reader; each check begins with a quotation from the spec. */
import type { APIRequestContext, Browser, Page } from '@playwright/test';
import { signInAsNew, withConsent } from '../support/account.ts';
import { test } from '../support/test.ts';

export { expect, test } from '../support/test.ts';

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: an answer is checked by its content, not by our types
  body: any;
}

/** The calls of section 7 over plain HTTP: all paths are relative to the server root. */
export interface Calls {
  get(path: string): Promise<Answer>;
  post(path: string, data?: unknown): Promise<Answer>;
  put(path: string, data?: unknown): Promise<Answer>;
  patch(path: string, data?: unknown): Promise<Answer>;
  delete(path: string, data?: unknown): Promise<Answer>;
}

/** @param token sent as `Authorization: Bearer`; none for a visitor */
export function callsOf(request: APIRequestContext, token: string | null = null): Calls {
  const by =
    (method: string) =>
    async (path: string, data?: unknown): Promise<Answer> => {
      const answer = await request.fetch(`/v1${path}`, {
        method,
        ...(data === undefined ? {} : { data }),
        headers: token === null ? {} : { authorization: `Bearer ${token}` },
      });
      const text = await answer.text();
      return {
        status: answer.status(),
        body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text,
      };
    };
  return { get: by('GET'), post: by('POST'), put: by('PUT'), patch: by('PATCH'), delete: by('DELETE') };
}

export interface SharedReader {
  page: Page;
  name: string;
  email: string;
  password: string;
  token: string;
  calls: Calls;
  request: APIRequestContext;
}

/** One signed-in reader with one page for all checks of a file, created before the first. */
export function sharedReader(prepare?: (reader: SharedReader) => Promise<void>): SharedReader {
  const shared = {} as SharedReader;
  test.beforeAll(async ({ browser }) => {
    Object.assign(shared, await newReader(browser));
    await prepare?.(shared);
  });
  test.afterAll(() => shared.page?.context().close());
  return shared;
}

/** A new reader in a browser of their own, signed in, with the cookie banner answered. */
export async function newReader(browser: Browser): Promise<SharedReader> {
  const context = await withConsent(await browser.newContext());
  const page = await context.newPage();
  const account = await signInAsNew(page);
  return { ...account, page, calls: callsOf(context.request, account.token), request: context.request };
}

/** A visitor's page, with the cookie banner answered unless the banner is tested. */
export async function visitor(browser: Browser, consent = true): Promise<Page> {
  const context = await browser.newContext();
  if (consent) await withConsent(context);
  return context.newPage();
}

export const pathOf = (page: Page): string => new URL(page.url()).pathname;
