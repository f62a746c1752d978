import { useHost } from '@lectern/shared-contracts/react/hooks.ts';
import { useShell } from '../host/shell.ts';
import { useWhenPageIdle } from '../host/useWhenPageIdle.ts';
import { usePageData } from '../routes/usePageData.ts';

/** Prefetches the most likely next page once the current one is idle. */
export function usePrefetchNext(): void {
  const { loader, routes } = useShell();
  const host = useHost();
  const next = usePageData()?.entry.next;
  useWhenPageIdle(async () => {
    const match = next === undefined ? null : routes.find(next);
    const loaded = match && (await loader.load(match.entry.page));
    if (loaded?.ok) loaded.component.prefetch(host);
  });
}
