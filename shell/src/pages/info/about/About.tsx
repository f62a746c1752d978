import { appEnvironment, appVersion } from '@lectern/client/auth/appHeaders.ts';
import { addressOf } from '@lectern/client/common/basePath.ts';
import type { PublishedRemote } from '@lectern/shared-contracts/contract/remotes.ts';
import { CONTRACT_VERSION } from '@lectern/shared-contracts/contract/version.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { PageHeader } from '@lectern/shared-ui/PageHeader.tsx';
import { space } from '@lectern/shared-ui/tokens.ts';
import { styled } from 'styled-components';
import { useLoaded } from '../../../boundaries/useLoaded.ts';
import { useShell } from '../../../host/shell.ts';
import { useNoteVersion } from '../../../layout/footer/Footer.tsx';
import { Facts, Muted, Sheet } from '../../../services/theme/prose.ts';
import { DataTable } from '../../DataTable.tsx';

/** The versions in use, for operators: each remote in the version that this reader gets. */
export function About() {
  const t = useTranslate();
  const { loader } = useShell();
  useNoteVersion();
  const inUse = () => loader.inUse().catch(() => 'unknown' as const);
  const parts = useLoaded<readonly PublishedRemote[] | 'unknown' | null>(inUse, null, [loader]);

  return (
    <>
      <PageHeader
        title={t('About Lectern')}
        lead={t(
          'A personal library for people who read: upload, read, highlight and remember, online or offline.',
        )}
      />
      <Sheet>
        <Facts>
          <dt>{t('Version')}</dt>
          <dd>
            {appVersion}{' '}
            <a href={addressOf('/changelog.txt')} target="_blank" rel="noopener">
              {t('What has changed')}
            </a>
          </dd>
          <dt>{t('License')}</dt>
          <dd>Apache-2.0</dd>
        </Facts>
        <Technical>
          <summary>{t('Technical details')}</summary>
          <Facts>
            <dt>{t('Contract')}</dt>
            <dd>{CONTRACT_VERSION}</dd>
            <dt>{t('Environment')}</dt>
            <dd>{appEnvironment}</dd>
          </Facts>
          {parts === 'unknown' ? <Muted>{t('The list of parts cannot be reached right now.')}</Muted> : null}
          {parts !== null && parts !== 'unknown' ? (
            <DataTable
              caption={t('Parts of this installation and their versions')}
              rows={parts}
              keyOf={({ description }) => description.name}
              columns={[
                { title: t('Name'), isName: true, cell: ({ description }) => description.name },
                { title: t('Version'), cell: ({ description }) => description.version },
                { title: t('Contract'), cell: ({ description }) => description.contract },
              ]}
            />
          ) : null}
        </Technical>
      </Sheet>
    </>
  );
}

const Technical = styled.details`
  & > summary { inline-size: fit-content; padding-block: ${space(2)}; cursor: pointer; font-weight: 550; }
  & > dl { margin-block: ${space(2)} ${space(5)}; }
`;
