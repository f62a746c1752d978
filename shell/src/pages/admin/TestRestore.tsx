import { asHostError } from '@lectern/client/api/hostError.ts';
import type { LastDrill } from '@lectern/shared-contracts/api/drill.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { useEffect } from 'react';

/** How often to look whether it is done. */
const pollMs = 3_000;

/** Restores the last backup beside the library, to see whether it is whole. */
export function TestRestore({ last, onChange }: { last: LastDrill | null; onChange: () => void }) {
  const t = useTranslate();
  const { api, notify } = useHost();
  const isRunning = last?.state === 'running';
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(onChange, pollMs);
    return () => clearInterval(timer);
  }, [isRunning, onChange]);
  const start = () =>
    api
      .call('POST /admin/drill', {})
      .then(onChange, (error) => notify.show({ tone: 'danger', message: t(asHostError(error).message) }));
  return (
    <Button size="small" busy={isRunning} onClick={() => runInBackground(start())}>
      {t('Test the backup')}
    </Button>
  );
}
