import type { CallRequest } from '@lectern/shared-contracts/api/routes.ts';
import { errorMessage } from '@lectern/shared-contracts/contract/hostError.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { startDownload } from '@lectern/shared-ui/download/saveFile.ts';

type Wanted = CallRequest<'POST /export'>['body'];

/** Downloads an export: marks as EPUB annotations, or the files of a collection. */
export function useExport(): (wanted: Wanted) => void {
  const { api, notify } = useHost();
  const t = useTranslate();
  return (body) =>
    runInBackground(
      api.call('POST /export', { body }).then(
        ({ url }) => startDownload(url),
        (error: unknown) => notify.show({ tone: 'warning', message: t(errorMessage(error)) }),
      ),
    );
}
