import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RemoteContents, remoteContent } from '../federation/remoteContent.ts';

const checkout = join(__dirname, '..', '..', '..');

/** What the remote.json of a remote of this checkout says; nothing of one that is not there. */
export function describedRemote(name: string): Record<string, unknown> {
  try {
    return JSON.parse(readFileSync(join(checkout, name, 'remote.json'), 'utf8'));
  } catch {
    return {};
  }
}

/** What all remotes of this checkout bring. */
export const describedRemotes = (): RemoteContents =>
  new Map(
    readdirSync(checkout)
      .filter((name) => name.startsWith('mf-'))
      .map((name) => [name, remoteContent(describedRemote(name))]),
  );
