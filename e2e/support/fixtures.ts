/** Fixture remotes (e2e/fixture-remotes) and the registry as a test wants it, for one browser alone. */
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

/** Changes what the registry says, for as long as it is not undone. @returns undoes it */
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

/** Where the build of a fixture is. */
export const fixtureFolder = (name: FixtureName): string => join(folder, `mf-fixture-${name}`);

/**
 * The facts of a fixture, as if it were the remote of this name: with its pages and widgets, and
 * other code. A name that no remote has brings none.
 */
export function fixture(name: FixtureName, as: string): RemoteDescription {
  const facts = JSON.parse(readFileSync(join(fixtureFolder(name), 'remote.json'), 'utf8'));
  const own = join(import.meta.dirname, '../..', as, 'remote.json');
  const { pages, widgets } = existsSync(own) ? JSON.parse(readFileSync(own, 'utf8')) : {};
  return { ...facts, pages, widgets, name: as };
}

/** Puts a fixture in the place of a remote. @returns takes it away again */
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
