import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RemoteContents, remoteContent } from '../registry/remoteContent.ts';

const checkout = join(__dirname, '..', '..', '..');

/** The content of a remote's remote.json in this checkout; empty if there is none. */
export function describedRemote(name: string): Record<string, unknown> {
  try {
    return JSON.parse(readFileSync(join(checkout, name, 'remote.json'), 'utf8'));
  } catch {
    return {};
  }
}

/** The content of all remotes in this checkout. */
export const describedRemotes = (): RemoteContents =>
  new Map(
    readdirSync(checkout)
      .filter((name) => name.startsWith('mf-'))
      .map((name) => [name, remoteContent(describedRemote(name))]),
  );
