import { asHostError } from '@lectern/client/common/hostError.ts';
import {
  type CheckedExport,
  checkExport,
  ExportProblem,
} from '@lectern/client/reader-data/export/checkExport.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Banner } from '@lectern/shared-ui/Banner.tsx';
import { Card } from '@lectern/shared-ui/Card.tsx';
import { FileDrop } from '@lectern/shared-ui/FileDrop.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { useState } from 'react';
import { useFormats } from '../../services/i18n/formats.ts';
import { DataTable } from '../DataTable.tsx';

type State =
  | { step: 'none' | 'busy' }
  | { step: 'done'; checked: CheckedExport }
  | { step: 'failed'; message: string };

/** Says what an export has, and what of today it lacks. The file stays in the browser. */
export function ExportCheck() {
  const t = useTranslate();
  const { api } = useHost();
  const [state, setState] = useState<State>({ step: 'none' });
  const check = async (file: File | undefined) => {
    if (!file) return;
    setState({ step: 'busy' });
    try {
      setState({ step: 'done', checked: await checkExport(file, api) });
    } catch (error) {
      setState({
        step: 'failed',
        message: error instanceof ExportProblem ? error.message : asHostError(error).message,
      });
    }
  };
  return (
    <Card title={t('Check an export')}>
      <Stack gap={5}>
        <FileDrop
          label={t('Drop an export here')}
          hint={t('It is compared with your library as it is now. The file stays on your device.')}
          buttonLabel={t('Choose an export')}
          accept=".zip"
          onFiles={([file]) => runInBackground(check(file))}
        />
        {state.step === 'busy' ? <p role="status">{t('Reading the export…')}</p> : null}
        {state.step === 'failed' ? <Banner tone="danger" message={t(state.message)} /> : null}
        {state.step === 'done' ? <Result checked={state.checked} /> : null}
      </Stack>
    </Card>
  );
}

function Result({ checked: { exportedAt, kinds } }: { checked: CheckedExport }) {
  const t = useTranslate();
  const { moment, number } = useFormats();
  const isWhole = kinds.every(({ lacks }) => lacks === 0);
  const at = { time: moment(exportedAt) };
  return (
    <>
      <Banner
        tone={isWhole ? 'success' : 'warning'}
        message={
          isWhole
            ? t('This export of {{time}} has everything you have today.', at)
            : t('This export of {{time}} is whole. What came or changed later is not in it.', at)
        }
      />
      <DataTable
        caption={t('The export compared with your library now')}
        rows={kinds.filter(({ has, lacks }) => has + lacks > 0)}
        keyOf={({ label }) => label}
        columns={[
          { title: t('Kind'), isName: true, cell: ({ label }) => t(label) },
          { title: t('In the export'), isNumber: true, cell: ({ has }) => number(has) },
          { title: t('Not in it'), isNumber: true, cell: ({ lacks }) => number(lacks) },
          {
            title: t('For example'),
            cell: ({ names }) =>
              names.map((name, index) => <bdi key={index}>{`${index ? ' · ' : ''}${name}`}</bdi>),
          },
        ]}
      />
    </>
  );
}
