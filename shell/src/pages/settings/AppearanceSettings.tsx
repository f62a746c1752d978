import { languages } from '@lectern/client/i18n/languages.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { singleKeysPreference } from '@lectern/shared-contracts/domain/singleKeys.ts';
import { useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Card } from '@lectern/shared-ui/Card.tsx';
import { Select } from '@lectern/shared-ui/Select.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { Switch } from '@lectern/shared-ui/Switch.tsx';
import { useShell } from '../../host/shell.ts';

/** Theme, language and keys. */
export function AppearanceSettings() {
  const t = useTranslate();
  const { theme, i18n: texts, preferences } = useHost();
  const { i18n } = useShell();
  const mode = useReadable(theme.mode);
  const language = useReadable(texts.language);
  const singleKeys = useReadable(preferences.watch(singleKeysPreference, true));
  return (
    <Card title={t('Appearance')}>
      <Stack gap={5}>
        <Select
          label={t('Theme')}
          value={mode}
          options={[
            { value: 'light', label: t('Light') },
            { value: 'dark', label: t('Dark') },
          ]}
          onChange={(next) => theme.set(next === 'dark' ? 'dark' : 'light')}
        />
        <Select
          label={t('Language')}
          value={language}
          options={languages.map(({ code, name }) => ({ value: code, label: name }))}
          onChange={(next) => runInBackground(i18n.setLanguage(next))}
        />
        <Switch
          label={t('Single-key shortcuts')}
          hint={t('/ opens the search, and M selects a sentence in a book.')}
          checked={singleKeys}
          onChange={(next) => preferences.set(singleKeysPreference, next)}
        />
      </Stack>
    </Card>
  );
}
