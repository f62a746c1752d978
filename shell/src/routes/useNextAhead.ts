import { useHost } from '@lectern/shared-contracts/react/hooks.ts';
import { useShell } from '../host/shell.ts';
import { loaderOf } from './loaders.ts';
import { useAtRest } from './useAtRest.ts';

/** Once a page is at rest, the page that is opened from it most likely gets ready. */
export function useNextAhead(): void {
  const { remotes, routes } = useShell();
  const host = useHost();
  useAtRest(async ({ entry: { next } }) => {
    const following = next === undefined ? null : routes.find(next);
    if (!following) return;
    const loaded = await loaderOf(following.entry, remotes)();
    if (loaded.ok) loaded.component.prefetch(host);
  });
}
