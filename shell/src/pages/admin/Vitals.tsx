import { rateVital } from '@lectern/client/vitals/rateVital.ts';
import type { Vital } from '@lectern/shared-contracts/api/system.ts';
import { useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Badge } from '@lectern/shared-ui/Badge.tsx';
import { ListTable } from '@lectern/shared-ui/ListTable.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { Muted } from '../../theme/prose.ts';
import { QuerySection } from '../query/QuerySection.tsx';
import { noRequest, useUncachedQuery } from '../query/useUncachedQuery.ts';

/** Page speed for readers who allow analytics [WV-01]. */
export function Vitals() {
  const t = useTranslate();
  const language = useReadable(useHost().i18n.language);
  const query = useUncachedQuery('GET /admin/vitals', noRequest);
  const percent = new Intl.NumberFormat(language, { style: 'percent' });
  const milliseconds = new Intl.NumberFormat(language, {
    style: 'unit',
    unit: 'millisecond',
    maximumFractionDigits: 0,
  });
  const score = new Intl.NumberFormat(language, { maximumFractionDigits: 3 });

  return (
    <QuerySection title={t('Web vitals')} query={query} isEmpty={({ visits }) => visits === 0}>
      {({ days, visits, items }) => (
        <Stack>
          <Muted>
            {t(
              '75th percentile of {{count}} visits in the past {{days}} days, from readers who allow analytics.',
              { count: visits, days },
            )}
          </Muted>
          {items.length > 0 ? (
            <ListTable caption={t('Web vitals by page')}>
              <thead>
                <tr>
                  <th scope="col">{t('Page')}</th>
                  <th scope="col">{t('Measure')}</th>
                  <th scope="col" data-align="end">
                    {t('Value')}
                  </th>
                  <th scope="col">{t('Rating')}</th>
                  <th scope="col" data-align="end">
                    {t('Good')}
                  </th>
                  <th scope="col" data-align="end">
                    {t('Visits')}
                  </th>
                </tr>
              </thead>
              <tbody>
                {items.map(({ name, route, p75, count, good }) => {
                  const rating = rateVital(name as Vital['name'], p75);
                  return (
                    <tr key={`${route} ${name}`}>
                      <th scope="row">{route}</th>
                      <td>{name}</td>
                      <td data-align="end">
                        {name === 'CLS' ? score.format(p75) : milliseconds.format(p75)}
                      </td>
                      <td>
                        {rating === 'good' ? <Badge tone="success">{t('Good')}</Badge> : null}
                        {rating === 'needs-improvement' ? (
                          <Badge tone="warning">{t('Could be better')}</Badge>
                        ) : null}
                        {rating === 'poor' ? <Badge tone="danger">{t('Poor')}</Badge> : null}
                      </td>
                      <td data-align="end">{percent.format(count === 0 ? 0 : good / count)}</td>
                      <td data-align="end">{count}</td>
                    </tr>
                  );
                })}
              </tbody>
            </ListTable>
          ) : null}
        </Stack>
      )}
    </QuerySection>
  );
}
