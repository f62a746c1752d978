import type { Folder, FolderFile } from '@lectern/shared-contracts/api/uploads.ts';
import type { Translate } from '@lectern/shared-contracts/contract/host.ts';
import { errorMessage } from '@lectern/shared-contracts/contract/hostError.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useData, useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { saveFile } from '@lectern/shared-ui/download/saveFile.ts';
import { color, space, type } from '@lectern/shared-ui/tokens.ts';
import { Download } from 'lucide-react';
import { styled } from 'styled-components';
import { csvCell } from '../../notes/exportNotes.ts';

/** Lines that are shown; the file has all. */
const shown = 100;

/** What was skipped in a folder and why, what is no longer there, and which formats were not added. */
export function FolderReport({ folder }: { folder: Folder }) {
  const { api, notify } = useHost();
  const t = useTranslate();
  const files = useData('GET /folders/:id/files', { params: { id: folder.id }, query: { limit: shown } });
  const download = async () => {
    try {
      const lines = await allLines(api, folder.id, t);
      saveFile(`${lines.join('\r\n')}\r\n`, `${folder.name}.csv`, 'text/csv');
    } catch (error) {
      notify.show({ tone: 'warning', message: t(errorMessage(error)) });
    }
  };
  if (files.status !== 'ready') return <p role="status">{t('Loading…')}</p>;
  const { items, next_cursor } = files.value;
  if (items.length === 0) return <p>{t('Everything in this folder was added.')}</p>;
  return (
    <Report>
      <Lines role="list">
        {items.map((file) => (
          <li key={file.id}>
            <span dir="auto">{file.path}</span>
            <small>{sentenceOf(file, t)}</small>
          </li>
        ))}
      </Lines>
      {next_cursor ? <p>{t('Only the first 100 are shown.')}</p> : null}
      <div>
        <Button size="small" icon={<Download />} onClick={() => runInBackground(download())}>
          {t('Download as CSV')}
        </Button>
      </div>
    </Report>
  );
}

function sentenceOf({ state, reason, formats }: FolderFile, t: Translate): string {
  if (state === 'gone') return t('No longer in the folder.');
  if (reason !== null) return t(reason);
  return t('Other formats, skipped: {{formats}}', { formats: formats.join(', ') });
}

/** The whole report as CSV, a line for each file. */
async function allLines(api: ReturnType<typeof useHost>['api'], id: string, t: Translate): Promise<string[]> {
  const lines = [[t('File'), t('What happened')].map(csvCell).join(',')];
  let cursor: string | null | undefined;
  do {
    const query = cursor ? { cursor } : {};
    const page = await api.call('GET /folders/:id/files', { params: { id }, query });
    for (const file of page.items) lines.push([file.path, sentenceOf(file, t)].map(csvCell).join(','));
    cursor = page.next_cursor;
  } while (cursor);
  return lines;
}

const Report = styled.div`
  display: grid;
  gap: ${space(3)};
  font-size: ${type.small};
`;

const Lines = styled.ul`
  max-block-size: 24rem;
  overflow: auto;
  padding: 0;
  list-style: none;
  & > li { display: grid; padding-block: ${space(2)}; overflow-wrap: anywhere; }
  & small { color: ${color.textMuted}; }
`;
