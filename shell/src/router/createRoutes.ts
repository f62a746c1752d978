import { mapReadable } from '@lectern/client/common/mapReadable.ts';
import type { Registry } from '@lectern/client/registry/registry.ts';
import { type DeprecationKey, deprecations } from '@lectern/shared-contracts/contract/deprecations.ts';
import type { RefusedPage, Routes } from '../routes/routeTypes.ts';
import { matchRoute, routeTable } from './routeTable.ts';

/**
 * @param onRefused called once for each page whose path is taken
 * @param onProblems called once with the invalid entries of a remote.json, each as 'pages[2]'
 */
export function createRoutes(
  registry: Pick<Registry, 'contents' | 'described'>,
  onRefused: (page: RefusedPage) => void = () => undefined,
  onProblems: (remote: string, problems: readonly string[]) => void = () => undefined,
): Routes {
  const table = mapReadable(registry.contents, routeTable);
  const reported = new Set<string>();
  const warnOnce = (remote: string, key: DeprecationKey) => {
    const id = `${remote} deprecated ${key}`;
    const { what, instead, until } = deprecations[key];
    if (!reported.has(id))
      console.warn(`${remote} uses ${what}, which ends with contract ${until}: use ${instead}.`);
    reported.add(id);
  };
  const report = () => {
    for (const page of table.get().refused) {
      const id = `${page.remote} ${page.path}`;
      if (!reported.has(id)) onRefused(page);
      reported.add(id);
    }
    for (const [remote, { problems, deprecated }] of registry.contents.get()) {
      const id = `${remote} ${problems.join(' ')}`;
      for (const key of deprecated) warnOnce(remote, key);
      if (problems.length > 0 && !reported.has(id)) onProblems(remote, problems);
      reported.add(id);
    }
  };
  registry.contents.subscribe(report);
  report();
  return {
    table,
    find: (path) => matchRoute(path.split(/[?#]/)[0] ?? path, table.get().routes),
    described: registry.described,
  };
}
