/** Watches a browser for side effects that a book must not have. */
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import type { BrowserContext, Page, Request } from '@playwright/test';

export interface Watch {
  /** Requests to addresses outside the product. */
  readonly left: string[];
  /** Dialogs, pages and downloads that opened by themselves. */
  readonly opened: string[];
}

/** @param origin of the product; everything else is outside */
export function watch(context: BrowserContext, page: Page, origin: string): Watch {
  const left: string[] = [];
  const opened: string[] = [];
  const note = (sent: Request) => {
    const url = new URL(sent.url());
    if (!/^(?:data|blob|about):$/.test(url.protocol) && url.origin !== origin) left.push(url.href);
  };
  // Requests blocked by the policy have not been sent.
  context.on('requestfailed', (sent) => sent.failure()?.errorText !== 'csp' && note(sent));
  context.on('requestfinished', note);
  context.on('page', (other) => opened.push(`page ${other.url()}`));
  page.on('dialog', (dialog) => {
    opened.push(`dialog ${dialog.message()}`);
    runInBackground(dialog.dismiss());
  });
  page.on('download', (download) => opened.push(`download ${download.url()}`));
  return { left, opened };
}
