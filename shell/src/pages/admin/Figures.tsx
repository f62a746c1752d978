import type { Overview } from '@lectern/shared-contracts/api/admin.ts';
import { useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { ago } from '../../i18n/ago.ts';
import { bytes } from '../settings/bytes.ts';
import { FigureList } from './adminParts.ts';

/** Key figures of the library. */
export function Figures({ overview }: { overview: Overview }) {
  const t = useTranslate();
  const language = useReadable(useHost().i18n.language);
  const last = overview.last_backup?.ok_at;
  const number = new Intl.NumberFormat(language);
  return (
    <FigureList>
      <div>
        <dt>{t('Readers')}</dt>
        <dd>{number.format(overview.users)}</dd>
      </div>
      <div>
        <dt>{t('Books')}</dt>
        <dd>{number.format(overview.books)}</dd>
      </div>
      <div>
        <dt>{t('Stored')}</dt>
        <dd>{bytes(overview.bytes, language)}</dd>
      </div>
      {overview.free === null ? null : (
        <div>
          <dt>{t('Free on the disk')}</dt>
          <dd>{bytes(overview.free, language)}</dd>
        </div>
      )}
      {overview.database_bytes === null ? null : (
        <div>
          <dt>{t('Database')}</dt>
          <dd>{bytes(overview.database_bytes, language)}</dd>
        </div>
      )}
      <div>
        <dt>{t('Last backup')}</dt>
        <dd>{last ? ago(Date.parse(last), Date.now(), language) : t('None yet')}</dd>
      </div>
      <div>
        <dt>{t('Version')}</dt>
        <dd>{overview.version}</dd>
      </div>
    </FigureList>
  );
}
