import type { DeployStep, RemoteFailures } from '@lectern/shared-contracts/api/remotes.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Badge } from '@lectern/shared-ui/Badge.tsx';
import { ListTable } from '@lectern/shared-ui/ListTable.tsx';

/** Labels of the load stages. An unknown stage is shown by its id. */
const stepLabels: Readonly<Record<string, string>> = {
  deploy: text('Deployed'),
  canary: text('For some readers'),
  promote: text('For everybody'),
  rollback: text('Rolled back'),
  repair: text('Repaired'),
};

interface HistoryRow {
  key: string;
  /** ISO 8601. */
  at: string;
  remote: string;
  version: string;
  step?: DeployStep;
  failed?: RemoteFailures;
}

/** Maximum number of rows shown. */
const maxRows = 30;

/** Newest first; the failures of a day are listed below its deployments. */
function historyRows(failures: readonly RemoteFailures[], deploys: readonly DeployStep[]): HistoryRow[] {
  const rows = [
    ...deploys.map((step) => ({ ...step, step, key: `${step.at} ${step.remote}` })),
    ...failures.map((failed) => ({
      ...failed,
      failed,
      at: `${failed.day}T00:00:00.000Z`,
      key: `${failed.day} ${failed.remote} ${failed.version} ${failed.stage}`,
    })),
  ];
  return rows.sort((a, b) => b.at.localeCompare(a.at)).slice(0, maxRows);
}

/** Deployments of the last days, and the failures of each day by load stage. */
export function PartsHistory({
  failures,
  deploys,
}: {
  failures: readonly RemoteFailures[];
  deploys: readonly DeployStep[];
}) {
  const t = useTranslate();
  const language = useReadable(useHost().i18n.language);
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  const rows = historyRows(failures, deploys);
  if (rows.length === 0) return null;
  return (
    <ListTable caption={t('Deploys and failures by day')}>
      <thead>
        <tr>
          <th scope="col">{t('Day')}</th>
          <th scope="col">{t('Part')}</th>
          <th scope="col">{t('Version')}</th>
          <th scope="col">{t('What happened')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, at, remote, version, step, failed }) => (
          <tr key={key}>
            <td>{day.format(new Date(at))}</td>
            <th scope="row">{remote === '*' ? t('All parts') : remote}</th>
            <td>{version}</td>
            <td>
              {step ? (
                <>
                  <Badge tone={step.step === 'rollback' ? 'warning' : 'success'}>
                    {t(stepLabels[step.step] ?? step.step)}
                    {step.share === undefined ? '' : ` ${percent.format(step.share)}`}
                  </Badge>{' '}
                  {[step.why, step.by].filter(Boolean).join(' · ')}
                </>
              ) : null}
              {failed ? <Badge tone="danger">{`${failed.failures}: ${failed.stage}`}</Badge> : null}
            </td>
          </tr>
        ))}
      </tbody>
    </ListTable>
  );
}
