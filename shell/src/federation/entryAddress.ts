import type { PublishedRemote } from '@lectern/shared-contracts/remotes.ts';

/**
 * Address of a remote's federation manifest. It must lie inside the folder that the registry names: a description
 * cannot send the shell to another place for its code [AE-07].
 * @param page address of the page, for a base without origin.
 * @returns null when it does not.
 */
export function entryAddress({ base, description }: PublishedRemote, page: string): string | null {
  try {
    const folder = new URL(base, page);
    const entry = new URL(description.manifest, folder);
    const inside = entry.origin === folder.origin && entry.pathname.startsWith(folder.pathname);
    return inside && /^https?:$/.test(entry.protocol) ? entry.href : null;
  } catch {
    return null;
  }
}
