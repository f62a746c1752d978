import type { MissingRows } from '@lectern/shared-contracts/api/drill.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { useData, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Banner } from '@lectern/shared-ui/Banner.tsx';
import { useFormats } from '../../i18n/formats.ts';

const labels: Record<keyof MissingRows, string> = {
  books: text('Books'),
  notes: text('Notes'),
  highlights: text('Highlights'),
  bookmarks: text('Bookmarks'),
  looked_up_words: text('Looked-up words'),
};

/** What of the reader the last test restore found in the backup. Nothing before the first one. */
export function BackupCheck() {
  const t = useTranslate();
  const { weekday, number } = useFormats();
  const check = useData('GET /backup-check', {});
  const last = check.status === 'ready' ? check.value.last : null;
  if (last === null) return null;
  const kinds = Object.keys(labels) as (keyof MissingRows)[];
  const missing = kinds.filter((kind) => last.missing[kind] > 0);
  const day = weekday(last.at);
  if (missing.length === 0)
    return (
      <Banner
        tone="success"
        message={t('Checked on {{day}}: {{words}} and {{marks}} are in the backup.', {
          day,
          words: t('{{count}} words of yours', { count: last.words }),
          marks: t('{{count}} marks', { count: last.marks }),
        })}
      />
    );
  return (
    <Banner
      tone="warning"
      message={t('Checked on {{day}}: something of yours is missing from the backup. {{list}}', {
        day,
        list: missing.map((kind) => `${t(labels[kind])}: ${number(last.missing[kind])}`).join(' · '),
      })}
      detail={t('Nothing is missing from your library. Whoever runs it can see this, too.')}
    />
  );
}
