import { inCanary } from '@lectern/shared-contracts/contract/canary.ts';
import {
  type CanaryRemote,
  type PublishedRemote,
  RemoteDescription,
} from '@lectern/shared-contracts/contract/remotes.ts';
import { fits, isRecord, type Schema } from './fits.ts';
import { type RemoteContents, remoteContent } from './remoteContent.ts';

export interface RegisteredRemote {
  current: PublishedRemote;
  previous: PublishedRemote | null;
  /** For a share of the readers. */
  canary: CanaryRemote | null;
}

/** The valid part of the registry: an invalid entry does not affect the others. */
export interface CheckedRegistry {
  remotes: ReadonlyMap<string, RegisteredRemote>;
  /** Names with an invalid entry. */
  refused: readonly string[];
  /** Overrides in this browser: a name for a local build, 'name@1.2.0' for another published version. */
  overridden?: readonly string[];
  /** Whether the operator allows overrides in the browser. */
  allowsOverrides?: boolean;
  /** Version of the server's API; null or missing when unknown. */
  api?: string | null;
  /** Content of each remote, including refused ones, whose pages say that they cannot be shown. */
  contents: RemoteContents;
}

const name = /^mf-[a-z0-9-]{1,40}$/;

/** What the shell loads code by; of the optional ones, invalid ones are left out. */
const facts = [
  'name',
  'version',
  'contract',
  'exposes',
  'manifest',
  'files',
  'list',
  'api',
  'entry',
  'container',
  'scripts',
];

/**
 * Validates /remotes.json. Unknown fields are ignored.
 * @param readerId for canary versions
 * @returns null when it is not a registry
 */
export function checkRegistry(raw: unknown, readerId: string | null = null): CheckedRegistry | null {
  if (!isRecord(raw) || !isRecord(raw.remotes)) return null;
  const remotes = new Map<string, RegisteredRemote>();
  const refused: string[] = [];
  for (const [key, entry] of Object.entries(raw.remotes)) {
    const current = isRecord(entry) ? published(entry.current, key) : null;
    if (!isRecord(entry) || current === null) refused.push(key);
    else {
      remotes.set(key, {
        current,
        previous: published(entry.previous, key),
        canary: canary(entry.canary, key),
      });
    }
  }
  return { remotes, refused, contents: contentsOf(raw, readerId) };
}

/**
 * Content of the remotes, by name.
 * @param readerId for the pages of canary versions
 */
export function contentsOf(raw: unknown, readerId: string | null = null): RemoteContents {
  const entries = isRecord(raw) && isRecord(raw.remotes) ? Object.entries(raw.remotes) : [];
  return new Map(
    entries.flatMap(([key, entry]) => {
      const described = isRecord(entry) ? descriptionFor(entry, key, readerId) : null;
      return name.test(key) && isRecord(described) ? [[key, remoteContent(described)] as const] : [];
    }),
  );
}

/** The unvalidated description of the version for this reader. */
function descriptionFor(entry: Record<string, unknown>, key: string, readerId: string | null): unknown {
  const share = canary(entry.canary, key)?.share;
  const chosen = share !== undefined && inCanary(key, readerId, share) ? entry.canary : entry.current;
  return isRecord(chosen) ? chosen.description : null;
}

function canary(raw: unknown, key: string): CanaryRemote | null {
  const remote = published(raw, key);
  const share = isRecord(raw) ? raw.share : null;
  return remote && typeof share === 'number' && share >= 0 && share <= 1 ? { ...remote, share } : null;
}

/** A published version; null when it is invalid. */
export function published(raw: unknown, key: string): PublishedRemote | null {
  if (!isRecord(raw) || typeof raw.base !== 'string' || !raw.base.endsWith('/')) return null;
  const checked = description(raw.description);
  return checked?.name === key ? { base: raw.base, description: checked } : null;
}

function description(raw: unknown): RemoteDescription | null {
  if (!isRecord(raw)) return null;
  const { properties, required = [] } = RemoteDescription as unknown as Required<Schema>;
  const checked: Record<string, unknown> = {};
  for (const fact of facts) {
    if (raw[fact] !== undefined && fits(properties[fact] as Schema, raw[fact])) checked[fact] = raw[fact];
    else if (required.includes(fact)) return null;
  }
  return Object.freeze(checked) as unknown as RemoteDescription;
}
