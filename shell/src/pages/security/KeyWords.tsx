import { useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { ago } from '../../i18n/ago.ts';

interface KeyWordsProps {
  item: { name: string; last_used_at: string | null; created_at: string };
  /** Further details. */
  more?: string;
}

/** Name and last use of a passkey or an app password. */
export function KeyWords({ item: { name, last_used_at, created_at }, more = '' }: KeyWordsProps) {
  const t = useTranslate();
  const language = useReadable(useHost().i18n.language);
  const when = ago(Date.parse(last_used_at ?? created_at), Date.now(), language);
  return (
    <div>
      <span dir="auto">{name}</span>
      <small>
        {last_used_at === null
          ? t('Added {{when}}, not used yet', { when })
          : t('Last used {{when}}', { when })}
        {more === '' ? '' : ` · ${more}`}
      </small>
    </div>
  );
}
