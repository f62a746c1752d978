import type { CheckedContent } from '@lectern/client/registry/remoteContent.ts';
import type { PartSettings as SetValues } from '@lectern/shared-contracts/api/remotes.ts';
import type { SettingDescription } from '@lectern/shared-contracts/contract/remotes.ts';
import { fitsSetting } from '@lectern/shared-contracts/contract/settings.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Checkbox } from '@lectern/shared-ui/Checkbox.tsx';
import { Select } from '@lectern/shared-ui/Select.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { TextField } from '@lectern/shared-ui/TextField.tsx';
import { useState } from 'react';
import { useShell } from '../../host/shell.ts';
import { Muted } from '../../services/theme/prose.ts';
import { useAttempt, useCallForm } from '../forms/useForm.ts';
import { QuerySection, useUncachedQuery } from '../query/QuerySection.tsx';

type Values = SetValues['values'];

/** The settings that remotes declare, for all readers; changed without a deployment. */
export function PartSettings() {
  const t = useTranslate();
  const { data } = useHost();
  const contents = useReadable(useShell().registry.contents);
  const query = useUncachedQuery('GET /flags', {});
  const remotes = [...contents].filter(([, { config }]) => Object.keys(config).length > 0);
  if (remotes.length === 0) return null;
  const changed = () => {
    query.refetch();
    data.refresh('GET /flags');
  };

  return (
    <QuerySection title={t('Settings of parts')} query={query}>
      {({ settings = [] }) => (
        <Stack gap={8}>
          <Muted>{t('Every reader’s browser gets these values: enter no secrets.')}</Muted>
          {remotes.map(([remote, { config }]) => {
            const values = settings.find((one) => one.remote === remote)?.values ?? {};
            return (
              <SettingsForm
                key={`${remote} ${JSON.stringify(values)}`}
                remote={remote}
                config={config}
                values={values}
                onChange={changed}
              />
            );
          })}
        </Stack>
      )}
    </QuerySection>
  );
}

interface SettingsFormProps {
  remote: string;
  config: CheckedContent['config'];
  /** What was set. */
  values: Values;
  onChange: () => void;
}

function SettingsForm({ remote, config, values, onChange }: SettingsFormProps) {
  const t = useTranslate();
  const { api } = useHost();
  const settings = Object.entries(config);
  /** As typed. */
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(
      settings.map(([name, setting]) => {
        const value = values[name];
        return [name, String(value !== undefined && fitsSetting(setting, value) ? value : setting.default)];
      }),
    ),
  );
  const entered = settings.map(([name, setting]) => ({
    name,
    setting,
    value: valueFrom(setting, typed[name] ?? ''),
  }));
  const send = async (next: Values) => {
    await api.call('PUT /admin/part-settings', { body: { remote, values: next } });
    onChange();
  };
  const { busy, error, errors, form } = useCallForm(
    () => {
      const own = entered.filter(({ setting, value }) => value !== setting.default);
      return send(Object.fromEntries(own.map(({ name, value }) => [name, value])));
    },
    () => {
      const wrong = entered.filter(({ setting, value }) => !fitsSetting(setting, value));
      return Object.fromEntries(wrong.map(({ name }) => [name, text('This value cannot be used here.')]));
    },
  );
  const { attempt } = useAttempt();

  return (
    <form {...form} aria-label={remote}>
      <Stack>
        <h3>{remote}</h3>
        {settings.map(([name, setting]) => (
          <Setting
            key={name}
            name={name}
            setting={setting}
            value={typed[name] ?? ''}
            error={errors[name]}
            onChange={(value) => setTyped({ ...typed, [name]: value })}
          />
        ))}
        {error === undefined ? null : <p role="alert">{error}</p>}
        <div>
          <Button type="submit" busy={busy}>
            {t('Save')}
          </Button>{' '}
          {Object.keys(values).length === 0 ? null : (
            <Button onClick={() => attempt(() => send({}))}>{t('Back to the defaults')}</Button>
          )}
        </div>
      </Stack>
    </form>
  );
}

/** The value of what was typed or chosen. */
function valueFrom({ type, enum: choices }: SettingDescription, typed: string): string | number | boolean {
  if (type === 'boolean') return typed === 'true';
  const chosen = choices?.find((choice) => String(choice) === typed);
  if (chosen !== undefined) return chosen;
  return type === 'number' ? (typed.trim() === '' ? Number.NaN : Number(typed)) : typed;
}

interface SettingProps {
  name: string;
  setting: SettingDescription;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

function Setting({ name, setting, value, error, onChange }: SettingProps) {
  const t = useTranslate();
  const label = t(setting.title);
  if (setting.type === 'boolean')
    return (
      <Checkbox label={label} checked={value === 'true'} onChange={(checked) => onChange(String(checked))} />
    );
  const shared = { name, label, value, onChange, ...(error === undefined ? {} : { error }) };
  if (setting.enum)
    return (
      <Select
        {...shared}
        options={setting.enum.map((choice) => ({ value: String(choice), label: t(String(choice)) }))}
      />
    );
  return <TextField {...shared} inputMode={setting.type === 'number' ? 'decimal' : 'text'} />;
}
