/** Fixture remotes (e2e/fixture-remotes) and modified registries, for one browser only. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RemoteDescription, RemoteRegistry } from '@lectern/shared-contracts/contract/remotes.ts';
import type { Page } from '@playwright/test';
import { fromServer } from './answers.ts';

export type FixtureName =
  | 'good'
  | 'throws-on-start'
  | 'throws-after-export'
  | 'throws-while-rendering'
  | 'throws-with-books'
  | 'renders-for-ever'
  | 'leaks-styles'
  | 'gives-host';

const folder = process.env.LECTERN_FIXTURES ?? '.cache/fixtures';

/** Changes the registry until it is undone. @returns undoes it */
export async function changeRegistry(
  page: Page,
  change: (registry: RemoteRegistry) => void,
): Promise<() => Promise<void>> {
  let healed = false;
  await page.route('**/remotes.json', async (route) => {
    if (healed) return route.fallback();
    const registry: RemoteRegistry = await (await route.fetch()).json();
    change(registry);
    return route.fulfill({ headers: fromServer, json: registry });
  });
  return async () => {
    healed = true;
  };
}

/** Folder of a fixture's build. */
export const fixtureFolder = (name: FixtureName): string => join(folder, `mf-fixture-${name}`);

/**
 * The description of a fixture in place of the remote of this name: with the remote's pages and fills, and the
 * fixture's code. For an unknown name it has no pages or fills.
 */
export function fixture(name: FixtureName, as: string): RemoteDescription {
  const facts = JSON.parse(readFileSync(join(fixtureFolder(name), 'remote.json'), 'utf8'));
  const own = join(import.meta.dirname, '../..', as, 'remote.json');
  const { pages, fills } = existsSync(own) ? JSON.parse(readFileSync(own, 'utf8')) : {};
  return { ...facts, pages, fills, name: as };
}

/** Replaces a remote by a fixture. @returns undoes it */
export async function useFixture(page: Page, name: FixtureName, as: string): Promise<() => Promise<void>> {
  const base = `/remotes/fixture-${name}/`;
  await page.route(`**${base}**`, (route) => {
    const path = new URL(route.request().url()).pathname.slice(base.length);
    const type = path.endsWith('.js') ? 'text/javascript' : 'application/json';
    return route.fulfill({ body: readFileSync(join(fixtureFolder(name), path)), contentType: type });
  });
  return changeRegistry(page, ({ remotes }) => {
    remotes[as] = { current: { base, description: fixture(name, as) } };
  });
}
