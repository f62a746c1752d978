import type { CheckedRegistry } from '../federation/checkRegistry.ts';
import type { RouteEntry } from './table.ts';

const made = new WeakMap<CheckedRegistry, readonly RouteEntry[]>();

/** Pages that remotes bring without the shell's knowing of them. For readers only; the shell's own addresses win. */
export function registryRoutes(registry: CheckedRegistry): readonly RouteEntry[] {
  const known = made.get(registry);
  if (known) return known;
  const entries = [...registry.remotes].flatMap(([remote, { current }]) =>
    (current.description.routes ?? []).map(
      ({ path, title, expose }): RouteEntry => ({
        path,
        access: 'user',
        title,
        page: { remote, expose },
        failure: { name: title, area: 'default' },
      }),
    ),
  );
  made.set(registry, entries);
  return entries;
}
