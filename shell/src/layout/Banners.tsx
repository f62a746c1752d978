import { useShell } from '../host/shell.ts';
import { OfflineBanner } from '../sync-status/OfflineBanner.tsx';
import { InstallPrompt } from './prompts/InstallPrompt.tsx';

/** States that last, beneath the header of every page. */
export function Banners() {
  const { installing } = useShell();
  return (
    <>
      <OfflineBanner />
      <InstallPrompt offer={installing} />
    </>
  );
}
