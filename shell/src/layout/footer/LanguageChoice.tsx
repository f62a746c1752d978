import { languages } from '@lectern/client/i18n/languages.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { Select } from '@lectern/shared-ui/Select.tsx';
import { useShell } from '../../host/shell.ts';

const options = languages.map(({ code, name }) => ({ value: code, label: name }));

/** Language menu for visitors, who have no settings. Each language is listed by its own name. */
export function LanguageChoice() {
  const t = useTranslate();
  const language = useReadable(useHost().i18n.language);
  const { i18n } = useShell();
  return (
    <Select
      label={t('Language')}
      hideLabel
      value={language}
      options={options}
      onChange={(next) => runInBackground(i18n.setLanguage(next))}
    />
  );
}
