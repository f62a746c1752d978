import { test as base } from '@playwright/test';
import { fromServer } from './answers.ts';

/**
 * Playwright's test, with an address of its own for each: the server stands behind a proxy here, as far as it knows,
 * and counts tries by the address that the proxy names, so that tests side by side do not use up each other's.
 */
export const test = base.extend({
  // The mix of versions that `npm run e2e -- --base … --remotes …` names,
  // in the place of the registry that is deployed.
  context: async ({ context }, use) => {
    const registry = process.env.LECTERN_REGISTRY;
    if (registry) {
      await context.route('**/remotes.json', (route) =>
        route.fulfill({ body: registry, headers: { ...fromServer, 'content-type': 'application/json' } }),
      );
    }
    await use(context);
  },

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are wanted from the pattern
  extraHTTPHeaders: async ({}, use) => {
    const byte = () => Math.floor(Math.random() * 256);
    await use({ 'x-forwarded-for': `10.${byte()}.${byte()}.${byte()}` });
  },
});

export { expect } from '@playwright/test';
