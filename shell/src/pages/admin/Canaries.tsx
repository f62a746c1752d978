import type { RemoteCanary, RemoteHealth } from '@lectern/shared-contracts/api/remotes.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { ListTable } from '@lectern/shared-ui/ListTable.tsx';

/** The canary versions of remotes, each beside the current version. */
export function Canaries({
  canaries,
  items,
}: {
  canaries: readonly RemoteCanary[];
  items: readonly RemoteHealth[];
}) {
  const t = useTranslate();
  const language = useReadable(useHost().i18n.language);
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  const moment = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  const milliseconds = new Intl.NumberFormat(language, {
    style: 'unit',
    unit: 'millisecond',
    maximumFractionDigits: 0,
  });
  if (canaries.length === 0) return null;

  /** '3 % of 120 loads' and the load time, if browsers have reported any. */
  const figures = (remote: string, version: string) => {
    const health = items.find((item) => item.remote === remote && item.version === version);
    if (!health || health.loads === 0) return t('Nothing reported yet');
    const failed = t('{{share}} of {{loads}} loads failed', {
      share: percent.format(health.failures / health.loads),
      loads: health.loads,
    });
    return health.p75_ms === null ? failed : `${failed}, ${milliseconds.format(health.p75_ms)}`;
  };

  return (
    <ListTable caption={t('Versions on trial')}>
      <thead>
        <tr>
          <th scope="col">{t('Part')}</th>
          <th scope="col">{t('Version')}</th>
          <th scope="col" data-align="end">
            {t('Share of readers')}
          </th>
          <th scope="col">{t('Since')}</th>
          <th scope="col">{t('On trial: failures, and the time within which three in four were shown')}</th>
          <th scope="col">{t('For everybody else')}</th>
        </tr>
      </thead>
      <tbody>
        {canaries.map(({ remote, version, share, since, by, current }) => (
          <tr key={`${remote} ${version}`}>
            <th scope="row">{remote}</th>
            <td>{version}</td>
            <td data-align="end">{percent.format(share)}</td>
            <td>{[since && moment.format(new Date(since)), by].filter(Boolean).join(' · ') || '–'}</td>
            <td>{figures(remote, version)}</td>
            <td>{`${current}: ${figures(remote, current)}`}</td>
          </tr>
        ))}
      </tbody>
    </ListTable>
  );
}
