import { asHostError } from '@lectern/client/api/hostError.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { placeRulePreference, type PlaceRule as Rule } from '@lectern/shared-contracts/domain/books/place.ts';
import { useData, useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Card } from '@lectern/shared-ui/Card.tsx';
import { Select } from '@lectern/shared-ui/Select.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { Switch } from '@lectern/shared-ui/Switch.tsx';
import { useState } from 'react';
import { Slot } from '../../boundaries/Slot.tsx';
import { autoSessionPreference } from '../autoSessionPreference.ts';

/** The timer, the place in a book, and the settings of remotes. */
export function ReadingSettings() {
  const t = useTranslate();
  const { preferences } = useHost();
  const autoSession = useReadable(preferences.watch(autoSessionPreference, false));
  return (
    <Card title={t('Reading')}>
      <Stack gap={5}>
        <Switch
          label={t('Start the timer when I open a book')}
          hint={t('A reading session starts automatically and stops when you leave the book.')}
          checked={autoSession}
          onChange={(next) => preferences.set(autoSessionPreference, next)}
        />
        <PlaceRule />
        <Slot name="settings" />
      </Stack>
    </Card>
  );
}

/**
 * How a conflict between the reading positions of two devices is resolved.
 * Stored in the profile, so it applies to all devices.
 */
function PlaceRule() {
  const t = useTranslate();
  const { api, data, network } = useHost();
  const offline = useReadable(network) !== 'online';
  const profile = useData('GET /auth/profile', {});
  const [chosen, setChosen] = useState<Rule | null>(null);
  const [error, setError] = useState<string>();
  const stored = profile.status === 'ready' ? profile.value.preferences[placeRulePreference] : undefined;

  const choose = async (rule: Rule) => {
    setChosen(rule);
    setError(undefined);
    try {
      await api.call('PUT /auth/profile', { body: { preferences: { [placeRulePreference]: rule } } });
      data.refresh('GET /auth/profile');
    } catch (thrown) {
      setChosen(null);
      setError(t(asHostError(thrown).message));
    }
  };
  return (
    <Select
      label={t('If your devices disagree about your place')}
      hint={
        offline
          ? t('This applies to all your devices and can only be changed online.')
          : t('For all your devices. The other place stays in your list of past places.')
      }
      value={chosen ?? (stored === 'furthest' ? 'furthest' : 'latest')}
      disabled={offline}
      error={error}
      options={[
        { value: 'latest', label: t('Use the latest') },
        { value: 'furthest', label: t('Use the furthest') },
      ]}
      onChange={(next) => runInBackground(choose(next === 'furthest' ? 'furthest' : 'latest'))}
    />
  );
}
