import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { Card } from '@lectern/shared-ui/Card.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { Switch } from '@lectern/shared-ui/Switch.tsx';
import { Slot } from '../../boundaries/Slot.tsx';
import { autoSessionPreference } from '../autoSessionPreference.ts';
import { PlaceRule } from './PlaceRule.tsx';

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
