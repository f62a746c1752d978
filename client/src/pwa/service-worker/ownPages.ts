import type { RemoteRegistry } from '@lectern/shared-contracts/contract/remotes.ts';
import { addressOf } from '../../common/basePath.ts';
import { matchPath } from '../../common/matchPath.ts';
import { registryCacheName } from '../../offline/books/remoteCaches.ts';

/** The pages of the shell (shell/src/router/ownRoutes.ts). */
export const shellPages: readonly string[] = [
  '/',
  '/login',
  '/signup',
  '/contact',
  '/legal/privacy-policy',
  '/legal/terms-of-service',
  '/dashboard',
  '/onboarding',
  '/profile',
  '/settings',
  '/settings/data-export',
  '/admin',
  '/help',
  '/about',
];

/** Of the remotes: paths in the last registry, cached apart from it so that a navigation does not wait for it. */
const pagesKey = addressOf('/pages.json');
let remotePages: readonly string[] | null = null;

const pagesOf = ({ remotes }: RemoteRegistry): string[] =>
  Object.values(remotes).flatMap(({ current: { description } }) =>
    (description.pages ?? []).map(({ path }) => path),
  );

/** Remembers the pages of the remotes in a registry. */
export async function rememberPages(registry: RemoteRegistry): Promise<void> {
  const pages = pagesOf(registry);
  if (JSON.stringify(pages) === JSON.stringify(remotePages ?? (await readPages()))) return;
  remotePages = pages;
  await (await caches.open(registryCacheName)).put(pagesKey, Response.json(pages));
}

async function readPages(): Promise<readonly string[]> {
  const stored = await (await caches.open(registryCacheName)).match(pagesKey);
  remotePages = (await stored?.json().catch(() => null)) ?? [];
  return remotePages as readonly string[];
}

/** Whether a path below the base path is a page of this app. Others may be of another app on the same host. */
export async function isOwnPage(path: string): Promise<boolean> {
  const matches = (pattern: string) => matchPath(pattern, path) !== null;
  return shellPages.some(matches) || (remotePages ?? (await readPages())).some(matches);
}
