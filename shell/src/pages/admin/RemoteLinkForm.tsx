import type { RegisteredRemote } from '@lectern/client/registry/checkRegistry.ts';
import type { RemoteHealth } from '@lectern/shared-contracts/api/remotes.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Select } from '@lectern/shared-ui/Select.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { useEffect, useState } from 'react';
import { useShell } from '../../host/shell.ts';
import { Muted } from '../../theme/prose.ts';
import { Choices } from './adminParts.ts';
import { CopyLink } from './CopyLink.tsx';

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
  const { api, i18n, notify } = useHost();
  const { registry } = useShell();
  const language = useReadable(i18n.language);
  const [remotes, setRemotes] = useState<ReadonlyMap<string, RegisteredRemote>>(new Map());
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  const [link, setLink] = useState<{ url: string; expires_at: string } | null>(null);

  useEffect(() => {
    let current = true;
    registry.load().then(
      (loaded) => current && setRemotes(loaded.remotes),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [registry]);

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
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });

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
                date: date.format(new Date(link.expires_at)),
              })
            : ''
        }
        url={link?.url ?? null}
        onClose={() => setLink(null)}
      />
    </Stack>
  );
}
