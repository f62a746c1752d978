import { test as base } from '@playwright/test';
import { fromServer } from './answers.ts';

/**
 * Playwright's test, with a different client address for each: the server trusts a proxy here and limits attempts by
 * the forwarded address, so that parallel tests do not use up each other's.
 */
export const test = base.extend({
  // Replaces the deployed registry by the version mix
  // of `npm run e2e -- --base … --remotes …`.
  context: async ({ context }, use) => {
    const registry = process.env.LECTERN_REGISTRY;
    if (registry) {
      await context.route('**/remotes.json', (route) =>
        route.fulfill({ body: registry, headers: { ...fromServer, 'content-type': 'application/json' } }),
      );
    }
    await use(context);
  },

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from the pattern
  extraHTTPHeaders: async ({}, use) => {
    const byte = () => Math.floor(Math.random() * 256);
    await use({ 'x-forwarded-for': `10.${byte()}.${byte()}.${byte()}` });
  },
});

export { expect } from '@playwright/test';
