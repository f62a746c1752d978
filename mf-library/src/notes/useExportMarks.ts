import type { CallRequest } from '@lectern/shared-contracts/api/routes.ts';
import { errorMessage } from '@lectern/shared-contracts/contract/hostError.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { startDownload } from '@lectern/shared-ui/download/saveFile.ts';

type WantedMarks = NonNullable<CallRequest<'POST /export'>['body']['marks']>;

/** Downloads highlights, notes and bookmarks as EPUB annotations: of a book, a collection, or all. */
export function useExportMarks(): (marks: WantedMarks) => void {
  const { api, notify } = useHost();
  const t = useTranslate();
  return (marks) =>
    runInBackground(
      api.call('POST /export', { body: { marks } }).then(
        ({ url }) => startDownload(url),
        (error: unknown) => notify.show({ tone: 'warning', message: t(errorMessage(error)) }),
      ),
    );
}
