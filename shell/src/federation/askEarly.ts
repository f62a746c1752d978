import { CONTRACT_VERSION, contractFits } from '@lectern/shared-contracts/contract.ts';
import type { RemoteRegistry } from '@lectern/shared-contracts/remotes.ts';
import { entryFiles } from './entryAddress.ts';
import { fetchAhead } from './fetchAhead.ts';

/** Where the registry of remotes is. */
export const registryAddress = '/remotes.json';

/**
 * What the pages that a reader begins with are made of, known before the table of routes is here; a test holds it to
 * that table.
 */
export const firstParts: Readonly<Record<string, readonly (readonly [remote: string, expose: string])[]>> = {
  '/dashboard': [
    ['mf-library', 'RecentBooksWidget'],
    ['mf-gamification', 'StreakWidget'],
    ['mf-mentor', 'SuggestionWidget'],
  ],
  '/library': [['mf-library', 'LibraryPage']],
  '/notes': [['mf-library', 'NotesPage']],
  '/collections': [['mf-library', 'CollectionsPage']],
};

let early: Promise<Response> | null = null;

/**
 * Asks for the registry before the code that reads it is here, and then for the files of the page's remote: asked for,
 * not run. What may run is decided where it always is, in loadRemote.ts.
 */
export function askEarly(page: string = window.location.href): void {
  early = fetch(registryAddress, { cache: 'no-cache' });
  early
    .then((answer) => (answer.ok ? answer.clone().json() : null))
    .then((registry: RemoteRegistry | null) => registry && filesAhead(registry, page))
    // Whoever takes the answer sees the failure.
    .catch(() => undefined);
}

function filesAhead({ remotes }: RemoteRegistry, page: string): void {
  for (const [remote, expose] of firstParts[new URL(page).pathname] ?? []) {
    const published = remotes[remote];
    // Who gets a version that is for some of the readers is not known here; of one that does not fit nothing is fetched.
    if (!published || published.canary) continue;
    if (!contractFits(published.current.description.contract, CONTRACT_VERSION)) continue;
    const files = entryFiles(published.current, expose, page);
    if (files) fetchAhead([files.entry, ...files.scripts]);
  }
}

/** The answer that was asked for early, once; null when there is none. */
export function takeEarly(): Promise<Response> | null {
  const taken = early;
  early = null;
  return taken;
}
