import { isFromServer } from '@lectern/shared-contracts/api/apiHeaders.ts';
import type { RemoteRegistry } from '@lectern/shared-contracts/contract/remotes.ts';
import { CONTRACT_VERSION, contractFits } from '@lectern/shared-contracts/contract/version.ts';
import { entryFiles, firstViewFile, type TrustedFile } from './entryAddress.ts';
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

export interface EarlyParts {
  /** The script that draws the page before the app is there; null where there is none. */
  view: TrustedFile | null;
  /** Asks for the files of the page's remotes. */
  fetchAll(): void;
}

/**
 * Asks for the registry before the code that reads it is here. Then the files of the page's remotes can be asked for: asked
 * for, not run. What may run is decided where it always is, in loadRemote.ts.
 */
export async function askEarly(
  page: string = window.location.href,
  language = document.documentElement.lang,
): Promise<EarlyParts> {
  early = fetch(registryAddress, { cache: 'no-cache' });
  const parts = await early
    .then(async (answer) =>
      answer.ok && isFromServer(answer) ? partsOf(await answer.clone().json(), page) : [],
    )
    // Whoever takes the answer sees the failure, and what is wrong with it.
    .catch(() => []);
  const [only, ...others] = parts;
  return {
    view: only && others.length === 0 ? firstViewFile(only.published, only.expose, language, page) : null,
    fetchAll() {
      for (const { published, expose } of parts) {
        const files = entryFiles(published, expose, page);
        if (files) fetchAhead([files.entry, ...files.scripts]);
      }
    },
  };
}

/** Who gets a version that is for some of the readers is not known here; of one that does not fit nothing is fetched. */
function partsOf({ remotes }: RemoteRegistry, page: string) {
  return (firstParts[new URL(page).pathname] ?? []).flatMap(([remote, expose]) => {
    const published = remotes[remote];
    if (!published || published.canary) return [];
    const fits = contractFits(published.current.description.contract, CONTRACT_VERSION);
    return fits ? [{ published: published.current, expose }] : [];
  });
}

/** The answer that was asked for early, once; null when there is none. */
export function takeEarly(): Promise<Response> | null {
  const taken = early;
  early = null;
  return taken;
}
