import type { RemoteCanary, RemoteHealth } from '@lectern/shared-contracts/api/remotes.ts';
import type { CallResponse } from '@lectern/shared-contracts/api/routes.ts';
import { useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Badge } from '@lectern/shared-ui/Badge.tsx';
import { ListTable } from '@lectern/shared-ui/ListTable.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { Muted } from '../../theme/prose.ts';
import { QuerySection } from '../query/QuerySection.tsx';
import { useUncachedQuery } from '../query/useUncachedQuery.ts';
import { PartsHistory } from './PartsHistory.tsx';
import { RemoteLinkForm } from './RemoteLinkForm.tsx';

const lastWeek = { query: { days: 7 } };

const isEmpty = ({ items, failures, deploys, canaries = [] }: CallResponse<'GET /admin/remotes'>) =>
  items.length + failures.length + deploys.length + canaries.length === 0;

/** Load times and failures of each version of the remotes, for readers who allow analytics. */
export function Parts() {
  const t = useTranslate();
  const language = useReadable(useHost().i18n.language);
  const query = useUncachedQuery('GET /admin/remotes', lastWeek);
  const milliseconds = new Intl.NumberFormat(language, {
    style: 'unit',
    unit: 'millisecond',
    maximumFractionDigits: 0,
  });
  const percent = new Intl.NumberFormat(language, { style: 'percent' });
  const time = (value: number | null) => (value === null ? '–' : milliseconds.format(value));

  return (
    <QuerySection title={t('Parts in use')} query={query} isEmpty={isEmpty}>
      {({ items, failures, deploys, canaries = [] }) => (
        <Stack gap={8}>
          {items.length === 0 ? (
            <Muted>{t('No visits with analytics allowed in the last seven days.')}</Muted>
          ) : (
            <ListTable caption={t('Load times and failures of each part, by version')}>
              <thead>
                <tr>
                  <th scope="col">{t('Part')}</th>
                  <th scope="col">{t('Version')}</th>
                  <th scope="col" data-align="end">
                    {t('Share of loads')}
                  </th>
                  <th scope="col" data-align="end">
                    {t('Loads')}
                  </th>
                  <th scope="col" data-align="end">
                    {t('Half were faster than')}
                  </th>
                  <th scope="col" data-align="end">
                    {t('Three in four were faster than')}
                  </th>
                  <th scope="col">{t('Failures')}</th>
                </tr>
              </thead>
              <tbody>
                {items.map(
                  ({ remote, version, share, loads, failures: failed, median_ms, p75_ms, last_failure }) => (
                    <tr key={`${remote} ${version}`}>
                      <th scope="row">{remote}</th>
                      <td>{version}</td>
                      <td data-align="end">{percent.format(share)}</td>
                      <td data-align="end">{loads}</td>
                      <td data-align="end">{time(median_ms)}</td>
                      <td data-align="end">{time(p75_ms)}</td>
                      <td>
                        {last_failure === null ? (
                          <Badge tone="success">{t('None')}</Badge>
                        ) : (
                          <Badge tone="danger">
                            {`${failed}: ${last_failure.expose}, ${last_failure.stage} ${last_failure.code}`}
                          </Badge>
                        )}
                      </td>
                    </tr>
                  ),
                )}
              </tbody>
            </ListTable>
          )}
          <Canaries canaries={canaries} items={items} />
          <PartsHistory failures={failures} deploys={deploys} />
          <RemoteLinkForm items={items} />
        </Stack>
      )}
    </QuerySection>
  );
}

/** The canary versions of remotes, each beside the current version. */
function Canaries({
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
