import type { MissingRows } from '@lectern/shared-contracts/api/drill.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { useData, useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Banner } from '@lectern/shared-ui/Banner.tsx';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Checkbox } from '@lectern/shared-ui/Checkbox.tsx';
import { startDownload } from '@lectern/shared-ui/download/saveFile.ts';
import { PageHeader } from '@lectern/shared-ui/PageHeader.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { measure, space } from '@lectern/shared-ui/tokens.ts';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { styled } from 'styled-components';
import { useFormats } from '../../services/i18n/formats.ts';
import { Muted, Sheet } from '../../services/theme/prose.ts';
import { useAttempt } from '../forms/useForm.ts';
import { ExportCheck } from './ExportCheck.tsx';

/** Exports all data of a reader as one file, which the server streams. */
export function DataExport() {
  const t = useTranslate();
  const { api } = useHost();
  const [files, setFiles] = useState(false);
  const [result, setResult] = useState<'begun' | { failure: string } | null>(null);
  const { busy, attempt } = useAttempt((failure) => setResult({ failure }));
  const run = () =>
    attempt(async () => {
      setResult(null);
      const { url } = await api.call('POST /export', { body: { files } });
      startDownload(url);
      setResult('begun');
    });

  return (
    <>
      <PageHeader title={t('Export My Data')} lead={t('Take everything with you in open formats.')} />
      <Stack gap={5} align="start">
        <Words>
          {t(
            'One zip with your profile, the details of every book and your place in it, your notes, highlights, bookmarks, collections, reading sessions, goals, points and conversations, as JSON. Notes and highlights are also included as Markdown, one file per book.',
          )}
        </Words>
        <Checkbox label={t('With the book files')} checked={files} onChange={setFiles} />
        <Button variant="primary" size="large" icon={<Download />} busy={busy} onClick={run}>
          {t('Export My Data')}
        </Button>
        <div role="status">
          {result === 'begun' ? (
            <>
              <Banner tone="success" message={t('Your export is on its way to your downloads.')} />
              <Muted>{t('It’s put together while it downloads; with many books that takes a while.')}</Muted>
            </>
          ) : null}
          {result !== null && result !== 'begun' ? (
            <Banner
              tone="danger"
              message={result.failure}
              detail={t('Nothing was saved. Please try again.')}
            />
          ) : null}
        </div>
      </Stack>
      <Checks>
        <BackupCheck />
        <ExportCheck />
      </Checks>
    </>
  );
}

const Checks = styled(Sheet)`
  margin-block-start: ${space(10)};
`;

const Words = styled.p`
  max-inline-size: ${measure};
`;

const labels: Record<keyof MissingRows, string> = {
  books: text('Books'),
  notes: text('Notes'),
  highlights: text('Highlights'),
  bookmarks: text('Bookmarks'),
  looked_up_words: text('Looked-up words'),
  part_rows: text('Other entries'),
  readings: text('Readings'),
};

/** What of the reader the last test restore found in the backup. Nothing before the first one. */
function BackupCheck() {
  const t = useTranslate();
  const { weekday, number } = useFormats();
  const check = useData('GET /backup-check', {});
  const last = check.status === 'ready' ? check.value.last : null;
  if (last === null) return null;
  const kinds = Object.keys(labels) as (keyof MissingRows)[];
  const missing = kinds.filter((kind) => last.missing[kind] > 0);
  const day = weekday(last.at);
  if (missing.length === 0)
    return (
      <Banner
        tone="success"
        message={t('Checked on {{day}}: {{words}} and {{marks}} are in the backup.', {
          day,
          words: t('{{count}} words of yours', { count: last.words }),
          marks: t('{{count}} marks', { count: last.marks }),
        })}
      />
    );
  return (
    <Banner
      tone="warning"
      message={t('Checked on {{day}}: something of yours is missing from the backup. {{list}}', {
        day,
        list: missing.map((kind) => `${t(labels[kind])}: ${number(last.missing[kind])}`).join(' · '),
      })}
      detail={t('Nothing is missing from your library. Whoever runs it can see this, too.')}
    />
  );
}
