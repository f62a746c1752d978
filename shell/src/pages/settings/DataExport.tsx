import { useHost, useTranslate } from '@lectern/shared-contracts/host.ts';
import { Banner } from '@lectern/shared-ui/Banner.tsx';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { PageHeader } from '@lectern/shared-ui/PageHeader.tsx';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { asHostError } from '../../api/hostError.ts';
import { Muted, Prose } from '../prose.ts';
import { collectExport } from './collectExport.ts';
import { saveFile } from './saveFile.ts';

type State =
  | { at: 'rest' }
  | { at: 'work'; part: string }
  | { at: 'done' }
  | { at: 'failed'; message: string };

/** Everything a reader wrote and read, in one file. */
export function DataExport() {
  const t = useTranslate();
  const { api } = useHost();
  const [state, setState] = useState<State>({ at: 'rest' });

  const run = async () => {
    setState({ at: 'work', part: 'profile' });
    try {
      const now = new Date();
      const data = await collectExport(api, now, (part) => setState({ at: 'work', part }));
      const file = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
      saveFile(`lectern-${now.toISOString().slice(0, 10)}.json`, file);
      setState({ at: 'done' });
    } catch (error) {
      setState({ at: 'failed', message: asHostError(error).message });
    }
  };

  return (
    <>
      <PageHeader
        title={t('Export My Data')}
        lead={t('Yours to take along, in a format that other programs can read.')}
      />
      <Prose as="div">
        <p>
          {t(
            'One JSON file with your profile, the details of every book and your place in it, your notes, highlights, collections and reading sessions.',
          )}
        </p>
        <Muted>
          {t(
            'The book files themselves are not in it: you have them, since you brought them, and each can be downloaded from the library.',
          )}
        </Muted>
        <Button
          variant="primary"
          size="large"
          icon={<Download />}
          busy={state.at === 'work'}
          onClick={() => void run()}
        >
          {t('Export My Data')}
        </Button>
        <div role="status">
          {state.at === 'work' ? (
            <Muted>{t('Fetching your {{part}} …', { part: t(state.part) })}</Muted>
          ) : null}
          {state.at === 'done' ? (
            <Banner tone="success" message={t('Your export is in your downloads.')} />
          ) : null}
          {state.at === 'failed' ? (
            <Banner
              tone="danger"
              message={state.message}
              detail={t('Nothing was saved. Please try again.')}
            />
          ) : null}
        </div>
      </Prose>
    </>
  );
}
