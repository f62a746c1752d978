import type { Registry } from '@lectern/client/registry/registry.ts';
import { createWritable, type Readable } from '@lectern/shared-contracts/contract/readable.ts';
import type { DeveloperView } from '../../host/shell.ts';

/**
 * The developer's view, loaded if the address asks for it with `?parts` and the operator allows overrides.
 * @param search of the address with which the page was opened
 */
export function createDeveloperView(
  search: string,
  registry: Pick<Registry, 'load'>,
): Readable<DeveloperView | null> {
  const view = createWritable<DeveloperView | null>(null);
  if (!new URLSearchParams(search).has('parts')) return view;
  registry
    .load()
    .then(async ({ allowsOverrides }) => {
      if (!allowsOverrides) return;
      const { Loads, Outline } = await import('./DeveloperView.tsx');
      view.set({ Loads, Outline });
    })
    .catch((error: unknown) => console.error('The view of the parts could not be loaded.', error));
  return view;
}
