import type { Registry } from '../federation/registry.ts';
import { mapReadable } from '../state/mapReadable.ts';
import { findRoute, routeTable } from './routeTable.ts';
import type { RefusedPage, Routes } from './routeTypes.ts';

/** @param onRefused told of each page whose path is taken, once. */
export function createRoutes(
  registry: Pick<Registry, 'contents' | 'described'>,
  onRefused: (page: RefusedPage) => void = () => undefined,
): Routes {
  const table = mapReadable(registry.contents, routeTable);
  const told = new Set<string>();
  const report = () => {
    for (const page of table.get().refused) {
      const id = `${page.remote} ${page.path}`;
      if (!told.has(id)) onRefused(page);
      told.add(id);
    }
    for (const [remote, { problems }] of registry.contents.get()) {
      const id = `${remote} ${problems.join(' ')}`;
      if (problems.length > 0 && !told.has(id))
        console.error(`The remote.json of ${remote} has entries of a wrong shape: ${problems.join(', ')}.`);
      told.add(id);
    }
  };
  registry.contents.subscribe(report);
  report();
  return {
    table,
    find: (path) => findRoute(path.split(/[?#]/)[0] ?? path, table.get().routes),
    described: registry.described,
  };
}
