import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Card } from '@lectern/shared-ui/Card.tsx';
import { useEntries } from './useEntries.ts';

/** A dashboard widget with the number of entries, and a link to the page. */
export function SampleWidget() {
  const t = useTranslate();
  const { Link } = useHost().navigation;
  const entries = useEntries();
  return (
    <Card title={t('Sample')}>
      <p>{t('Entries: {{number}}', { number: entries.length })}</p>
      <Link to="/sample">{t('Open Sample')}</Link>
    </Card>
  );
}
