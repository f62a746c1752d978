import type {
  APIRequestContext,
  Browser,
  BrowserContext,
  Page,
  PlaywrightWorkerArgs,
} from '@playwright/test';
import { alreadySignedIn, withConsent } from '../account.ts';
import { test } from '../test.ts';
import { noonTimeZone } from '../timezone.ts';
import { rememberSound } from './sound.ts';

/** A reader with a library, and a page to read on. */
interface Signed {
  context: BrowserContext;
  page: Page;
  request: APIRequestContext;
  token: string;
}

/** A reader is replaced after five minutes: an access token expires after fifteen. */
const goodForMs = 5 * 60_000;

/** The reader who opens one test after the other on one page. */
export class ReaderOfTests {
  readonly #browser: Browser;
  readonly #playwright: PlaywrightWorkerArgs['playwright'];
  #shared: Signed | null = null;
  #madeAt = 0;

  constructor(browser: Browser, playwright: PlaywrightWorkerArgs['playwright']) {
    this.#browser = browser;
    this.#playwright = playwright;
  }

  /** @param ownLibrary whether the library contains only the books of this test */
  async use(
    { viewport, ownLibrary = false }: { viewport?: { width: number; height: number }; ownLibrary?: boolean },
    work: (signed: Signed) => Promise<void>,
  ): Promise<void> {
    if (ownLibrary || !this.#shared || Date.now() - this.#madeAt > goodForMs) {
      await this.close();
      this.#shared = await this.#signUp();
      this.#madeAt = Date.now();
    }
    const signed = this.#shared;
    if (viewport) await signed.page.setViewportSize(viewport);
    try {
      await work(signed);
    } catch (error) {
      // The next test must not start with the state of this page.
      this.#madeAt = 0;
      throw error;
    }
    if (ownLibrary) this.#madeAt = 0;
  }

  async close(): Promise<void> {
    await this.#shared?.context.close();
    await this.#shared?.request.dispose();
    this.#shared = null;
  }

  async #signUp(): Promise<Signed> {
    const byte = () => Math.floor(Math.random() * 256);
    const options = {
      baseURL: process.env.LECTERN_URL ?? 'http://127.0.0.1:8080',
      extraHTTPHeaders: { 'x-forwarded-for': `10.${byte()}.${byte()}.${byte()}` },
    };
    const request = await this.#playwright.request.newContext(options);
    const context = await this.#browser.newContext({
      ...options,
      timezoneId: noonTimeZone,
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
    });
    context.setDefaultTimeout(test.info().project.use.actionTimeout ?? 20_000);
    await withConsent(context);
    const page = await context.newPage();
    await page.addInitScript(rememberSound);
    const { token } = await alreadySignedIn(page, request);
    return { context, page, request, token };
  }
}
