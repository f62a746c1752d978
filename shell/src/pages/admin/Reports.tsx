import type { Report } from '@lectern/shared-contracts/api/admin.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Badge } from '@lectern/shared-ui/Badge.tsx';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { IconButton } from '@lectern/shared-ui/IconButton.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { useFormats } from '../../services/i18n/formats.ts';
import { QuerySection, useUncachedQuery } from '../query/QuerySection.tsx';
import { Letters } from './adminParts.ts';

const step = 10;

/** Problem reports of pages, and messages from the contact form. */
export function Reports() {
  const t = useTranslate();
  const { api } = useHost();
  const { ago } = useFormats();
  const [limit, setLimit] = useState(step);
  const query = useUncachedQuery('GET /admin/reports', { query: { limit } });
  const done = async (id: string) => {
    await api.call('DELETE /admin/reports/:id', { params: { id } }).catch(() => undefined);
    query.refetch();
  };

  return (
    <QuerySection
      title={t('Problems and messages')}
      query={query}
      isEmpty={({ items }) => items.length === 0}
    >
      {({ items, total }) => (
        <Stack>
          <Letters>
            {items.map((report) => (
              <li key={report.id}>
                <Words report={report} />
                <IconButton
                  label={t('Done with it')}
                  icon={<Check />}
                  onClick={() => runInBackground(done(report.id))}
                />
                <small>{ago(report.created_at)}</small>
              </li>
            ))}
          </Letters>
          {total > items.length && limit < 200 ? (
            <div>
              <Button size="small" variant="quiet" onClick={() => setLimit(Math.min(200, limit + step * 3))}>
                {t('Show more')}
              </Button>
            </div>
          ) : null}
        </Stack>
      )}
    </QuerySection>
  );
}

function Words({ report: { kind, body } }: { report: Report }) {
  const t = useTranslate();
  if (kind === 'contact')
    return (
      <div>
        <p>{body.message}</p>
        <small>
          {body.name} · <a href={`mailto:${encodeURIComponent(body.email ?? '')}`}>{body.email}</a>
        </small>
      </div>
    );
  return (
    <div>
      <code>{body.error}</code>
      <br />
      <small>
        <Badge tone="warning">{t('Problem')}</Badge> {body.route} · {body.version}
        {body.area ? ` · ${body.area}` : ''}
      </small>
    </div>
  );
}
