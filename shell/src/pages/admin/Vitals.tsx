import { rateVital } from '@lectern/client/services/vitals/rateVital.ts';
import type { Vital } from '@lectern/shared-contracts/api/system.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Badge } from '@lectern/shared-ui/Badge.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { useFormats } from '../../services/i18n/formats.ts';
import { Muted } from '../../services/theme/prose.ts';
import { DataTable } from '../DataTable.tsx';
import { QuerySection, useUncachedQuery } from '../query/QuerySection.tsx';

const ratings = {
  good: { tone: 'success', label: text('Good') },
  'needs-improvement': { tone: 'warning', label: text('Could be better') },
  poor: { tone: 'danger', label: text('Poor') },
} as const;

/** Page speed for readers who allow analytics [WV-01]. */
export function Vitals() {
  const t = useTranslate();
  const query = useUncachedQuery('GET /admin/vitals', {});
  const { percent, milliseconds, score } = useFormats();
  const ratingOf = (name: string, value: number) => ratings[rateVital(name as Vital['name'], value)];
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
            <DataTable
              caption={t('Web vitals by page')}
              rows={items}
              keyOf={({ route, name }) => `${route} ${name}`}
              columns={[
                { title: t('Page'), isName: true, cell: ({ route }) => route },
                { title: t('Measure'), cell: ({ name }) => name },
                {
                  title: t('Value'),
                  isNumber: true,
                  cell: ({ name, p75 }) => (name === 'CLS' ? score(p75) : milliseconds(p75)),
                },
                {
                  title: t('Rating'),
                  cell: ({ name, p75 }) => (
                    <Badge tone={ratingOf(name, p75).tone}>{t(ratingOf(name, p75).label)}</Badge>
                  ),
                },
                {
                  title: t('Good'),
                  isNumber: true,
                  cell: ({ good, count }) => percent(count === 0 ? 0 : good / count),
                },
                { title: t('Visits'), isNumber: true, cell: ({ count }) => count },
              ]}
            />
          ) : null}
        </Stack>
      )}
    </QuerySection>
  );
}
