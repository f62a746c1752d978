import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';
import type { CheckedRegistry, RegisteredRemote } from './checkRegistry.ts';

/**
 * Faults that a developer injects into a remote, in this browser only and if the operator allows overrides:
 * 'slow': its code is delayed by ten seconds; 'failing': its files are missing; 'stale': the previous version runs;
 * 'contract': it was built for an unsupported contract.
 */
export const faultKinds = ['slow', 'failing', 'stale', 'contract'] as const;
export type FaultKind = (typeof faultKinds)[number];

/** By name of the remote. */
export type Faults = Readonly<Record<string, FaultKind>>;

/** Delay of a slow remote in milliseconds. */
const slowByMs = 10_000;

const isFault = (value: unknown): value is FaultKind => faultKinds.some((kind) => kind === value);

/** The valid stored faults. */
export function readFaults(storage: Pick<Storage, 'getItem'>): Faults {
  try {
    const stored: unknown = JSON.parse(storage.getItem(storageKeys.faults) ?? '{}');
    const pairs = Object.entries(stored as Record<string, unknown>);
    return Object.fromEntries(pairs.filter((pair): pair is [string, FaultKind] => isFault(pair[1])));
  } catch {
    return {};
  }
}

/** Sets or clears the fault of a remote. It takes effect at the next start of the app. */
export function writeFault(
  storage: Pick<Storage, 'getItem' | 'setItem'>,
  remote: string,
  fault: FaultKind | null,
): void {
  const { [remote]: _, ...others } = readFaults(storage);
  storage.setItem(
    storageKeys.faults,
    JSON.stringify(fault === null ? others : { ...others, [remote]: fault }),
  );
}

export function clearFaults(storage: Pick<Storage, 'removeItem'>): void {
  storage.removeItem(storageKeys.faults);
}

/** The registry with these faults applied. */
export function applyFaults(faults: Faults, registry: CheckedRegistry): CheckedRegistry {
  const remotes = new Map(registry.remotes);
  const delays = new Map<string, number>();
  const names: string[] = [];
  for (const [remote, fault] of Object.entries(faults)) {
    const entry = remotes.get(remote);
    if (!entry) continue;
    names.push(`${remote} (${fault})`);
    if (fault === 'slow') delays.set(remote, slowByMs);
    else remotes.set(remote, withFault(entry, fault));
  }
  return names.length === 0 ? registry : { ...registry, remotes, delays, faults: names.sort() };
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
