import { isFromServer } from '@lectern/shared-contracts/api/apiHeaders.ts';
import { addressOf } from '../common/basePath.ts';
import { type CheckedRegistry, published, type RegisteredRemote } from './checkRegistry.ts';
import { type FaultKind, faultOf, isVersionName, type OverrideMap } from './overrides.ts';
import { remoteContent } from './remoteContent.ts';

const timeoutMs = 10_000;
/** Delay of a slow remote in milliseconds. */
const slowByMs = 10_000;

/**
 * The registry with the overrides of this browser. A missing version fails like any remote, not
 * silently.
 */
export async function applyOverrides(
  overrides: OverrideMap,
  registry: CheckedRegistry,
): Promise<CheckedRegistry> {
  if (Object.keys(overrides).length === 0) return registry;
  const remotes = new Map(registry.remotes);
  const contents = new Map(registry.contents);
  const refused = [...registry.refused];
  const delays = new Map<string, number>();
  const overridden: string[] = [];
  await Promise.all(
    Object.entries(overrides).map(async ([name, override]) => {
      const fault = faultOf(override);
      const entry = remotes.get(name);
      if (fault !== undefined) {
        if (entry === undefined) return;
        overridden.push(`${name} (${fault})`);
        if (fault === 'slow') delays.set(name, slowByMs);
        else remotes.set(name, withFault(entry, fault));
        return;
      }
      const version = isVersionName(override)
        ? await publishedVersion(name, override, registry.remotes.get(name)).catch(() => null)
        : await ofThisMachine(name, override).catch(() => null);
      overridden.push(isVersionName(override) ? `${name}@${override}` : name);
      if (version) {
        remotes.set(name, { current: version, previous: null, canary: null });
        contents.set(name, version.content);
      } else {
        remotes.delete(name);
        refused.push(name);
      }
    }),
  );
  return { ...registry, remotes, refused, contents, delays, overridden: overridden.sort() };
}

function withFault(entry: RegisteredRemote, fault: Exclude<FaultKind, 'slow'>): RegisteredRemote {
  if (fault === 'stale') return { ...entry, current: entry.previous ?? entry.current, canary: null };
  const { base, description } = entry.current;
  const current =
    fault === 'contract'
      ? { base, description: { ...description, contract: '0.0' } }
      : { base: `${base}not-there/`, description };
  return { current, previous: null, canary: null };
}

async function ofThisMachine(name: string, base: string) {
  const raw = await fetchDescription(base);
  const remote = published({ base, description: raw }, name);
  // A development build changes constantly, so it has no digests.
  return remote && { base, description: { ...remote.description, files: [] }, content: remoteContent(raw) };
}

/** '1.2.0' matches '1.2.0-3f2a9c'. */
const isVersion = (whole: string, named: string) => whole === named || whole.startsWith(`${named}-`);

/** A version in the registry, or any other published one by its full name. */
async function publishedVersion(name: string, version: string, entry: RegisteredRemote | undefined) {
  const { current = null, previous = null, canary = null } = entry ?? {};
  const byPlace = { current, previous, canary }[version];
  const registered =
    byPlace ??
    [current, canary, previous].find(
      (candidate) => candidate && isVersion(candidate.description.version, version),
    );
  const base = registered?.base ?? `/remotes/${name}/${version}/`;
  const raw = await fetchDescription(base, isFromServer);
  const remote = published({ base, description: raw }, name);
  return remote && { ...(registered ?? remote), content: remoteContent(raw) };
}

async function fetchDescription(base: string, isTrusted: (response: Response) => boolean = () => true) {
  const response = await fetch(addressOf(`${base}remote.json`), {
    cache: 'no-store',
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!response.ok || !isTrusted(response)) throw new Error(`${base} has no remote.json.`);
  return (await response.json()) as unknown;
}
