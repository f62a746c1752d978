import { languages } from '@lectern/client/i18n/languages.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { singleKeysPreference } from '@lectern/shared-contracts/domain/singleKeys.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { Card } from '@lectern/shared-ui/Card.tsx';
import { PageHeader } from '@lectern/shared-ui/PageHeader.tsx';
import { Select } from '@lectern/shared-ui/Select.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { Switch } from '@lectern/shared-ui/Switch.tsx';
import { lazyPart } from '../../boundaries/lazyPart.tsx';
import { Slot } from '../../boundaries/Slot.tsx';
import { useShell } from '../../host/shell.ts';
import { Sheet, Spread } from '../../theme/prose.ts';
import { autoSessionPreference } from '../autoSessionPreference.ts';
import { BrowserNotifications } from './BrowserNotifications.tsx';
import { Goals, MentorSetting } from './GoalsAndMentor.tsx';
import { OfflineStorage } from './OfflineStorage.tsx';
import { PlaceRule } from './PlaceRule.tsx';
import { Privacy } from './Privacy.tsx';
import { WaitingChanges } from './WaitingChanges.tsx';

const AppPasswords = lazyPart(() => import('./AppPasswords.tsx').then((m) => m.AppPasswords));
const SignInSecurity = lazyPart(() => import('../security/SignInSecurity.tsx').then((m) => m.SignInSecurity));

/** Settings of this device. Each takes effect immediately. */
export function Settings() {
  const t = useTranslate();
  const { theme, i18n: texts, preferences } = useHost();
  const { auth, i18n } = useShell();
  const mode = useReadable(theme.mode);
  const language = useReadable(texts.language);
  const stay = useReadable(auth.staySignedIn);
  const singleKeys = useReadable(preferences.watch(singleKeysPreference, true));
  const autoSession = useReadable(preferences.watch(autoSessionPreference, false));

  return (
    <>
      <PageHeader
        title={t('Settings')}
        lead={t('For this browser. Your books and notes are the same everywhere.')}
      />
      <Spread>
        <Sheet>
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
          <OfflineStorage />
          <WaitingChanges />
        </Sheet>
        <Sheet>
          <Card title={t('Sign-in and messages')}>
            <Stack gap={5}>
              <Switch
                label={t('Stay signed in')}
                hint={t(
                  'Turn it off on a device that others use: you are signed out when the tab is closed.',
                )}
                checked={stay}
                onChange={auth.setStaySignedIn}
              />
              <BrowserNotifications />
            </Stack>
          </Card>
          <SignInSecurity />
          <AppPasswords />
          <Goals />
          <MentorSetting />
          <Privacy />
        </Sheet>
      </Spread>
    </>
  );
}
