import type { Job } from '@lectern/shared-contracts/api/admin.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { useFormats } from '../../services/i18n/formats.ts';
import { Muted } from '../../services/theme/prose.ts';
import { DataTable } from '../DataTable.tsx';
import { QuerySection, useUncachedQuery } from '../query/QuerySection.tsx';

const stateLabels: Record<Job['state'], string> = {
  receiving: text('Arriving'),
  queued: text('Waiting'),
  ingesting: text('Processing'),
  refused: text('Refused'),
};

/** Books being processed, and the last rejected ones. */
export function Jobs() {
  const t = useTranslate();
  const { bytes, ago } = useFormats();
  const query = useUncachedQuery('GET /admin/jobs', {});
  return (
    <QuerySection
      title={t('Jobs')}
      query={query}
      isEmpty={({ counts, items }) => items.length === 0 && unfinished(counts) + (counts.refused ?? 0) === 0}
      actions={
        <Button size="small" variant="quiet" flush="end" onClick={query.refetch}>
          {t('Refresh')}
        </Button>
      }
    >
      {({ counts, items }) => (
        <Stack>
          <Muted>
            {t('{{count}} books processed, {{waiting}} waiting, {{refused}} refused.', {
              count: counts.done ?? 0,
              waiting: unfinished(counts),
              refused: counts.refused ?? 0,
            })}
          </Muted>
          {items.length > 0 ? (
            <DataTable
              caption={t('Uploads in progress or refused')}
              rows={items}
              keyOf={({ id }) => id}
              columns={[
                { title: t('State'), cell: ({ error, state }) => error ?? t(stateLabels[state]) },
                { title: t('Size'), isNumber: true, cell: ({ size }) => bytes(size) },
                { title: t('When'), cell: ({ updated_at }) => ago(updated_at) },
              ]}
            />
          ) : null}
        </Stack>
      )}
    </QuerySection>
  );
}

const unfinished = ({ queued = 0, ingesting = 0, receiving = 0 }: Readonly<Record<string, number>>): number =>
  queued + ingesting + receiving;
