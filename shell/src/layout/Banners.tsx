import { useShell } from '../host/shell.ts';
import { OfflineBanner } from '../sync-status/OfflineBanner.tsx';
import { useObstacle } from '../sync-status/useObstacle.ts';
import { InstallPrompt } from './prompts/InstallPrompt.tsx';

/** Lasting states, below the header of every page. */
export function Banners() {
  const { installing } = useShell();
  return (
    <>
      <OfflineBanner obstacle={useObstacle()} />
      <InstallPrompt offer={installing} />
    </>
  );
}
