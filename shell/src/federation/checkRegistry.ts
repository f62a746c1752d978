import type { PublishedRemote, RemoteDescription } from '@lectern/shared-contracts/remotes.ts';

/** The registry as far as it is sound: one bad entry does not take the others with it. */
export interface CheckedRegistry {
  remotes: ReadonlyMap<string, { current: PublishedRemote; previous: PublishedRemote | null }>;
  /** Names whose entry is not as it should be. */
  refused: readonly string[];
}

const name = /^mf-[a-z0-9-]{1,40}$/;
const version = /^[0-9A-Za-z.+-]{1,60}$/;
const contract = /^\d{1,6}\.\d{1,6}$/;

/**
 * Checks /remotes.json by hand: the schema it stands for (`RemoteRegistry`) would bring its whole library into the
 * first thing that loads. Fields that are not known are ignored.
 * @returns null when it is no registry at all.
 */
export function checkRegistry(raw: unknown): CheckedRegistry | null {
  if (!isRecord(raw) || !isRecord(raw.remotes)) return null;
  const remotes = new Map<string, { current: PublishedRemote; previous: PublishedRemote | null }>();
  const refused: string[] = [];
  for (const [key, entry] of Object.entries(raw.remotes)) {
    const current = isRecord(entry) ? published(entry.current, key) : null;
    if (current === null) refused.push(key);
    else remotes.set(key, { current, previous: published((entry as Record<string, unknown>).previous, key) });
  }
  return { remotes, refused };
}

function published(raw: unknown, key: string): PublishedRemote | null {
  if (!isRecord(raw) || typeof raw.base !== 'string' || !raw.base.endsWith('/')) return null;
  const found = description(raw.description);
  return found?.name === key ? { base: raw.base, description: found } : null;
}

function description(raw: unknown): RemoteDescription | null {
  if (!isRecord(raw)) return null;
  const { exposes, files } = raw;
  if (!matches(raw.name, name) || !matches(raw.version, version) || !matches(raw.contract, contract))
    return null;
  if (
    typeof raw.manifest !== 'string' ||
    !Array.isArray(exposes) ||
    !exposes.every((it) => typeof it === 'string')
  ) {
    return null;
  }
  if (!Array.isArray(files) || !files.every(isFile)) return null;
  return Object.freeze({
    name: raw.name,
    version: raw.version,
    contract: raw.contract,
    exposes,
    manifest: raw.manifest,
    files,
  });
}

function isFile(raw: unknown): raw is RemoteDescription['files'][number] {
  return (
    isRecord(raw) &&
    typeof raw.path === 'string' &&
    typeof raw.bytes === 'number' &&
    typeof raw.integrity === 'string'
  );
}

const matches = (value: unknown, pattern: RegExp): value is string =>
  typeof value === 'string' && pattern.test(value);
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
