import { useHost } from '@lectern/shared-contracts/react/hooks.ts';
import { useShell } from '../host/shell.ts';
import { useAtRest } from './useAtRest.ts';

/** Once a page is at rest, the page that is opened from it most likely gets ready. */
export function useNextAhead(): void {
  const { remotes } = useShell();
  const host = useHost();
  useAtRest(async ({ entry: { next } }) => {
    if (!next) return;
    const loaded = await remotes.load(next.remote, next.expose);
    if (loaded.ok) loaded.component.prefetch(host);
  });
}
