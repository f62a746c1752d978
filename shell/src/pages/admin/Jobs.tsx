import type { Job } from '@lectern/shared-contracts/api/admin.ts';
import type { Translate } from '@lectern/shared-contracts/contract/host.ts';
import { useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { ListTable } from '@lectern/shared-ui/ListTable.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { ago } from '../../i18n/ago.ts';
import { Muted } from '../../theme/prose.ts';
import { QuerySection } from '../query/QuerySection.tsx';
import { noRequest, useUncachedQuery } from '../query/useUncachedQuery.ts';
import { bytes } from '../settings/bytes.ts';

/** Books being processed, and the last rejected ones. */
export function Jobs() {
  const t = useTranslate();
  const language = useReadable(useHost().i18n.language);
  const query = useUncachedQuery('GET /admin/jobs', noRequest);
  return (
    <QuerySection
      title={t('Jobs')}
      query={query}
      isEmpty={({ counts, items }) => items.length === 0 && unfinished(counts) + (counts.refused ?? 0) === 0}
      actions={
        <Button size="small" variant="quiet" onClick={query.refetch}>
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
            <ListTable caption={t('Uploads in progress or refused')}>
              <thead>
                <tr>
                  <th scope="col">{t('State')}</th>
                  <th scope="col" data-align="end">
                    {t('Size')}
                  </th>
                  <th scope="col">{t('When')}</th>
                </tr>
              </thead>
              <tbody>
                {items.map((job) => (
                  <tr key={job.id}>
                    <td>{job.error ?? stateOf(job, t)}</td>
                    <td data-align="end">{bytes(job.size, language)}</td>
                    <td>{ago(Date.parse(job.updated_at), Date.now(), language)}</td>
                  </tr>
                ))}
              </tbody>
            </ListTable>
          ) : null}
        </Stack>
      )}
    </QuerySection>
  );
}

const unfinished = ({ queued = 0, ingesting = 0, receiving = 0 }: Readonly<Record<string, number>>): number =>
  queued + ingesting + receiving;

function stateOf({ state }: Job, t: Translate): string {
  switch (state) {
    case 'receiving':
      return t('Arriving');
    case 'queued':
      return t('Waiting');
    case 'ingesting':
      return t('Processing');
    case 'refused':
      return t('Refused');
  }
}
