import type { RegisteredRemote } from '@lectern/client/registry/checkRegistry.ts';
import type { DeployStep, RemoteFailures, RemoteHealth } from '@lectern/shared-contracts/api/remotes.ts';
import type { CallResponse } from '@lectern/shared-contracts/api/routes.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Badge } from '@lectern/shared-ui/Badge.tsx';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Select } from '@lectern/shared-ui/Select.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { useState } from 'react';
import { useLoaded } from '../../boundaries/useLoaded.ts';
import { useShell } from '../../host/shell.ts';
import { useFormats } from '../../services/i18n/formats.ts';
import { Muted } from '../../services/theme/prose.ts';
import { DataTable } from '../DataTable.tsx';
import { QuerySection, useUncachedQuery } from '../query/QuerySection.tsx';
import { Choices } from './adminParts.ts';
import { CopyLink } from './CopyLink.tsx';
import { RegisteredParts } from './RegisteredParts.tsx';

type Health = CallResponse<'GET /admin/remotes'>;

const isEmpty = ({ items, failures, deploys, canaries = [], registered }: Health) =>
  items.length + failures.length + deploys.length + canaries.length + (registered?.parts.length ?? 0) === 0;

/** The remotes in use: speed and failures of each version, canaries, deployments, and links for testers. */
export function Parts() {
  const t = useTranslate();
  const query = useUncachedQuery('GET /admin/remotes', { query: { days: 7 } });
  return (
    <QuerySection title={t('Parts in use')} query={query} isEmpty={isEmpty}>
      {({ items, failures, deploys, canaries = [], registered }) => (
        <Stack gap={8}>
          {registered === undefined || registered.parts.length === 0 ? null : (
            <RegisteredParts registered={registered} canaries={canaries} onChange={query.refetch} />
          )}
          {items.length === 0 ? (
            <Muted>{t('No visits with analytics allowed in the last seven days.')}</Muted>
          ) : (
            <Loads items={items} />
          )}
          {canaries.length === 0 ? null : <Canaries canaries={canaries} items={items} />}
          <History rows={historyRows(failures, deploys)} />
          <RemoteLinkForm items={items} />
        </Stack>
      )}
    </QuerySection>
  );
}

/** Load times and failures of each version of the remotes, for readers who allow analytics. */
function Loads({ items }: { items: readonly RemoteHealth[] }) {
  const t = useTranslate();
  const { percent, milliseconds } = useFormats();
  const time = (value: number | null) => (value === null ? '–' : milliseconds(value));
  return (
    <DataTable
      caption={t('Load times and failures of each part, by version')}
      rows={items}
      keyOf={({ remote, version }) => `${remote} ${version}`}
      columns={[
        { title: t('Part'), isName: true, cell: ({ remote }) => remote },
        { title: t('Version'), cell: ({ version }) => version },
        { title: t('Share of loads'), isNumber: true, cell: ({ share }) => percent(share) },
        { title: t('Loads'), isNumber: true, cell: ({ loads }) => loads },
        { title: t('Half were faster than'), isNumber: true, cell: ({ median_ms }) => time(median_ms) },
        { title: t('Three in four were faster than'), isNumber: true, cell: ({ p75_ms }) => time(p75_ms) },
        {
          title: t('Failures'),
          cell: ({ failures, last_failure: last }) =>
            last === null ? (
              <Badge tone="success">{t('None')}</Badge>
            ) : (
              <Badge tone="danger">{`${failures}: ${last.expose}, ${last.stage} ${last.code}`}</Badge>
            ),
        },
      ]}
    />
  );
}

interface CanariesProps {
  canaries: NonNullable<Health['canaries']>;
  items: readonly RemoteHealth[];
}

/** The canary versions of remotes, each beside the current version. */
function Canaries({ canaries, items }: CanariesProps) {
  const t = useTranslate();
  const { percent, milliseconds, moment } = useFormats();
  /** '3 % of 120 loads' and the load time, if browsers have reported any. */
  const figures = (remote: string, version: string) => {
    const health = items.find((item) => item.remote === remote && item.version === version);
    if (!health || health.loads === 0) return t('Nothing reported yet');
    const failed = t('{{share}} of {{loads}} loads failed', {
      share: percent(health.failures / health.loads),
      loads: health.loads,
    });
    return health.p75_ms === null ? failed : `${failed}, ${milliseconds(health.p75_ms)}`;
  };
  return (
    <DataTable
      caption={t('Versions on trial')}
      rows={canaries}
      keyOf={({ remote, version }) => `${remote} ${version}`}
      columns={[
        { title: t('Part'), isName: true, cell: ({ remote }) => remote },
        { title: t('Version'), cell: ({ version }) => version },
        { title: t('Share of readers'), isNumber: true, cell: ({ share }) => percent(share) },
        {
          title: t('Since'),
          cell: ({ since, by }) => [since && moment(since), by].filter(Boolean).join(' · ') || '–',
        },
        {
          title: t('On trial: failures, and the time within which three in four were shown'),
          cell: ({ remote, version }) => figures(remote, version),
        },
        {
          title: t('For everybody else'),
          cell: ({ remote, current }) => `${current}: ${figures(remote, current)}`,
        },
      ]}
    />
  );
}

/** Labels of the steps of a deployment. An unknown step is shown by its id. */
const stepLabels: Readonly<Record<string, string>> = {
  deploy: text('Deployed'),
  canary: text('For some readers'),
  promote: text('For everybody'),
  rollback: text('Rolled back'),
  repair: text('Repaired'),
};

interface HistoryRow {
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
  const rows: HistoryRow[] = [
    ...deploys.map((step) => ({ ...step, step })),
    ...failures.map((failed) => ({ ...failed, failed, at: `${failed.day}T00:00:00.000Z` })),
  ];
  return rows.sort((a, b) => b.at.localeCompare(a.at)).slice(0, maxRows);
}

/** Deployments of the last days, and the failures of each day by load stage. */
function History({ rows }: { rows: readonly HistoryRow[] }) {
  const t = useTranslate();
  const { utcDay, percent } = useFormats();
  if (rows.length === 0) return null;
  return (
    <DataTable
      caption={t('Deploys and failures by day')}
      rows={rows}
      keyOf={({ at, remote, version, failed }) => `${at} ${remote} ${version} ${failed?.stage ?? ''}`}
      columns={[
        { title: t('Day'), cell: ({ at }) => utcDay(at) },
        { title: t('Part'), isName: true, cell: ({ remote }) => (remote === '*' ? t('All parts') : remote) },
        { title: t('Version'), cell: ({ version }) => version },
        {
          title: t('What happened'),
          cell: ({ step, failed }) => (
            <>
              {step ? (
                <>
                  <Badge tone={step.step === 'rollback' ? 'warning' : 'success'}>
                    {t(stepLabels[step.step] ?? step.step)}
                    {step.share === undefined ? '' : ` ${percent(step.share)}`}
                  </Badge>{' '}
                  {[step.why, step.by].filter(Boolean).join(' · ')}
                </>
              ) : null}
              {failed ? <Badge tone="danger">{`${failed.failures}: ${failed.stage}`}</Badge> : null}
            </>
          ),
        },
      ]}
    />
  );
}

/** Validity of a link in days. */
const days = 7;

/** Known versions of a remote other than the deployed one. */
function otherVersions(name: string, remote: RegisteredRemote, items: readonly RemoteHealth[]): string[] {
  const registered = [remote.canary, remote.previous].flatMap(
    (version) => version?.description.version ?? [],
  );
  const reported = items.filter((item) => item.remote === name).map(({ version }) => version);
  return [...new Set([...registered, ...reported])].filter(
    (version) => version !== remote.current.description.version,
  );
}

/** Creates a link that lets testers try other versions of remotes before they are rolled out. */
export function RemoteLinkForm({ items }: { items: readonly RemoteHealth[] }) {
  const t = useTranslate();
  const { api, notify } = useHost();
  const { registry } = useShell();
  const { day } = useFormats();
  const remotes = useLoaded<ReadonlyMap<string, RegisteredRemote>>(
    async () => (await registry.load()).remotes,
    new Map(),
    [registry],
  );
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  const [link, setLink] = useState<{ url: string; expires_at: string } | null>(null);

  const choices = [...remotes]
    .map(([name, remote]) => ({ name, versions: otherVersions(name, remote, items) }))
    .filter(({ versions }) => versions.length > 0);
  const mix = Object.entries(chosen)
    .filter(([, version]) => version !== '')
    .map(([name, version]) => `${name}@${version}`);
  const make = () =>
    api
      .call('POST /admin/remote-links', { body: { remotes: mix.join(','), days } })
      .then(setLink, () =>
        notify.show({ tone: 'danger', message: t('The link could not be made. Please try again.') }),
      );

  return (
    <Stack as="section" aria-label={t('A link for testers')}>
      <h3>{t('A link for testers')}</h3>
      <Muted>
        {choices.length === 0
          ? t('There is no other version of any part to try.')
          : t(
              'Whoever opens the link gets these versions, in that browser only. A badge says so and leads back.',
            )}
      </Muted>
      <Choices>
        {choices.map(({ name, versions }) => (
          <Select
            key={name}
            label={name}
            value={chosen[name] ?? ''}
            onChange={(version) => setChosen({ ...chosen, [name]: version })}
            options={[
              { value: '', label: t('As deployed') },
              ...versions.map((version) => ({ value: version, label: version })),
            ]}
          />
        ))}
      </Choices>
      {choices.length === 0 ? null : (
        <div>
          <Button disabled={mix.length === 0} onClick={() => runInBackground(make())}>
            {t('Make a link')}
          </Button>
        </div>
      )}
      <CopyLink
        title={t('A link for testers')}
        description={
          link
            ? t('Good until {{date}}, for anyone who has it.', {
                date: day(link.expires_at),
              })
            : ''
        }
        url={link?.url ?? null}
        onClose={() => setLink(null)}
      />
    </Stack>
  );
}
