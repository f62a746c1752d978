import { asHostError } from '@lectern/client/common/hostError.ts';
import type { OperatorWarning, Overview } from '@lectern/shared-contracts/api/admin.ts';
import type { LastDrill } from '@lectern/shared-contracts/api/drill.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Banner } from '@lectern/shared-ui/Banner.tsx';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { ErrorState } from '@lectern/shared-ui/ErrorState.tsx';
import { PageHeader } from '@lectern/shared-ui/PageHeader.tsx';
import { useEffect } from 'react';
import { areaTexts } from '../../remotes/federation/failureText.ts';
import { dashboardPath } from '../../routes/dashboardPage.ts';
import { useFormats } from '../../services/i18n/formats.ts';
import { QuerySection, useUncachedQuery } from '../query/QuerySection.tsx';
import { FigureList, Sections } from './adminParts.ts';
import { Flags } from './Flags.tsx';
import { Jobs } from './Jobs.tsx';
import { PartSettings } from './PartSettings.tsx';
import { Parts } from './Parts.tsx';
import { Registrations } from './Registrations.tsx';
import { Reports } from './Reports.tsx';
import { SecurityLog } from './SecurityLog.tsx';
import { Users } from './Users.tsx';
import { Vitals } from './Vitals.tsx';

const warningTexts: Record<OperatorWarning, string> = {
  untrusted_proxy: text(
    'Requests come through a proxy that is not trusted, so all readers behind it share one rate limit. If it is yours, set LECTERN_TRUST_PROXY=1.',
  ),
  readable_data_folder: text(
    'Other users of the server can read the data folder. Change its permissions to 700.',
  ),
  database_damaged: text(
    'Part of the database is damaged. Stop the server, keep a copy of the data folder, and restore the newest backup into an empty one.',
  ),
  disk_low: text(
    'Less than 2 GB are left on the disk of the library. Delete what is not needed there, or move the data folder to a larger disk.',
  ),
  backup_old: text(
    'There has been no backup for more than a week. Set LECTERN_BACKUP_DIR, and one is made every night.',
  ),
  backup_failed: text(
    'The last backup failed: {{error}} Check that LECTERN_BACKUP_DIR can be reached and has room. It is tried again every hour.',
  ),
  drill_failed: text(
    'The last test restore of a backup failed: {{error}} The library itself is untouched. Make a new backup, then test it again.',
  ),
  files_missing: text(
    'The last backup found files of books that are missing or changed. The server’s log names them. Put them back from an older backup.',
  ),
  uploads_waiting: text(
    'An upload has been waiting for more than an hour. Look at the jobs below and at the server’s log. A restart takes it up again.',
  ),
};

const errorOf = (warning: OperatorWarning, { last_backup, last_drill }: Overview) =>
  (warning === 'drill_failed' ? last_drill?.error : last_backup?.error) ?? '';

const asSentence = (error: string) => (/[.!?]$/.test(error) ? error : `${error}.`);

/** Page for administrators: readers, storage, jobs and problem reports [LG-09]. */
export function Administration() {
  const t = useTranslate();
  const { auth, navigation } = useHost();
  // Only a message: the server enforces access.
  if (auth.hasRole('admin')) return <AdministrationSections />;
  return (
    <>
      <PageHeader title={t('Administration')} />
      <ErrorState
        title={t('This page is for administrators')}
        message={t(areaTexts.permission)}
        actions={
          <Button as={navigation.Link} to={dashboardPath}>
            {t('Go to Dashboard')}
          </Button>
        }
      />
    </>
  );
}

function AdministrationSections() {
  const t = useTranslate();
  const overview = useUncachedQuery('GET /admin/overview', {});
  const { value } = overview;
  return (
    <>
      <PageHeader
        title={t('Administration')}
        lead={t('The library as a whole. What readers read and write is private and not shown here.')}
      />
      {value?.warnings.map((warning) => (
        <Banner
          key={warning}
          tone="warning"
          message={t(warningTexts[warning], { error: asSentence(errorOf(warning, value)) })}
        />
      ))}
      <Sections>
        <div data-wide>
          <QuerySection
            title={t('The library')}
            query={overview}
            actions={
              value?.nightly_backups && value.last_backup?.ok_at ? (
                <TestRestore last={value.last_drill} onChange={overview.refetch} />
              ) : null
            }
          >
            {(loaded) => <Figures overview={loaded} />}
          </QuerySection>
        </div>
        <div data-wide>
          <Users />
        </div>
        {value ? <Registrations overview={value} onChange={overview.refetch} /> : null}
        <div data-wide>
          <SecurityLog />
        </div>
        <Jobs />
        <Reports />
        <Vitals />
        <div data-wide>
          <Parts />
        </div>
        <Flags />
        <PartSettings />
      </Sections>
    </>
  );
}

/** Key figures of the library. */
function Figures({ overview }: { overview: Overview }) {
  const t = useTranslate();
  const { number, bytes, ago } = useFormats();
  const { users, books, bytes: stored, free, database_bytes, last_backup, last_drill, version } = overview;
  const figures = [
    [t('Readers'), number(users)],
    [t('Books'), number(books)],
    [t('Stored'), bytes(stored)],
    [t('Free on the disk'), free === null ? null : bytes(free)],
    [t('Database'), database_bytes === null ? null : bytes(database_bytes)],
    [t('Last backup'), last_backup?.ok_at ? ago(last_backup.ok_at) : t('None yet')],
    [
      t('Last test restore'),
      last_drill?.state === 'running' ? t('Under way') : last_drill && ago(last_drill.at),
    ],
    [t('Version'), version],
  ].filter(([, figure]) => figure !== null);
  return (
    <FigureList>
      {figures.map(([name, figure]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </FigureList>
  );
}

/** How often to look whether it is done. */
const pollMs = 3_000;

/** Restores the last backup beside the library, to see whether it is whole. */
function TestRestore({ last, onChange }: { last: LastDrill | null; onChange: () => void }) {
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
