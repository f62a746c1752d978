import { asHostError } from '@lectern/client/common/hostError.ts';
import { languages } from '@lectern/client/services/i18n/languages.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { placeRulePreference, type PlaceRule as Rule } from '@lectern/shared-contracts/domain/books/place.ts';
import { singleKeysPreference } from '@lectern/shared-contracts/domain/singleKeys.ts';
import { useData, useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Card } from '@lectern/shared-ui/Card.tsx';
import { Select } from '@lectern/shared-ui/Select.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { Switch } from '@lectern/shared-ui/Switch.tsx';
import { useState } from 'react';
import { useShell } from '../../host/shell.ts';
import { FailedChanges } from '../../layout/sync-status/FailedChanges.tsx';
import { Fills } from '../../remotes/points/Fill.tsx';
import { Muted } from '../../services/theme/prose.ts';
import { autoSessionPreference } from '../autoSessionPreference.ts';

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

/** The timer, the place in a book, and the settings of remotes. */
export function ReadingSettings() {
  const t = useTranslate();
  const { preferences } = useHost();
  const autoSession = useReadable(preferences.watch(autoSessionPreference, false));
  return (
    <Card title={t('Reading')}>
      <Stack gap={5}>
        <Switch
          label={t('Start a session when I open a book')}
          hint={t('A reading session starts automatically and stops when you leave the book.')}
          checked={autoSession}
          onChange={(next) => preferences.set(autoSessionPreference, next)}
        />
        <PlaceRule />
        <Fills point="shell/settings" />
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

/** The reader's goals, with a link to the page where they are set. */
export function Goals() {
  const t = useTranslate();
  const { Link } = useHost().navigation;
  const goals = useData('GET /api/gamification/goals', {});
  const daily = goals.status === 'ready' ? goals.value.items.find(({ type }) => type === 'daily') : undefined;
  return (
    <Card title={t('Goals')}>
      <Stack>
        {goals.status === 'ready' ? <p>{daily ? daily.title : t('No daily goal is set.')}</p> : null}
        <Muted>
          <Link to="/gamification">{t('Set goals on the Rewards page')}</Link>
        </Muted>
      </Stack>
    </Card>
  );
}

/** The mentor provider, so that readers know where their questions are sent. */
export function MentorSetting() {
  const t = useTranslate();
  const { Link } = useHost().navigation;
  const status = useData('GET /mentor/status', {});
  return (
    <Card title={t('Mentor')}>
      <Stack>
        {status.status === 'ready' ? (
          <p>
            {status.value.mode === 'model'
              ? t('Answers come from {{model}}. Your question and matching passages are sent to it.', {
                  model: status.value.model ?? '',
                })
              : t(
                  'No model is set up: passages of your own books are found and quoted. Nothing leaves this server.',
                )}
          </p>
        ) : null}
        <Muted>
          <Link to="/mentor">{t('Ask the mentor')}</Link>
        </Muted>
      </Stack>
    </Card>
  );
}

/** Messages, and the cookie consent, which can also be changed in the footer. */
export function Privacy() {
  const t = useTranslate();
  const { Link } = useHost().navigation;
  const { consent } = useShell();
  const record = useReadable(consent.record);
  const analytics = record?.analytics ?? false;
  const marketing = record?.marketing ?? false;
  return (
    <Card title={t('Privacy and messages')}>
      <Stack gap={5}>
        <Switch
          label={t('Allow analytics')}
          hint={t(
            'Measures how fast pages load and reports it to this server, without your name or your books.',
          )}
          checked={analytics}
          onChange={(next) => consent.save({ analytics: next, marketing })}
        />
        <BrowserNotifications />
        <Muted>
          <Link to="/legal/privacy-policy">{t('Privacy Policy')}</Link>
          {' · '}
          <Link to="/settings/data-export">{t('Export My Data')}</Link>
          {' · '}
          <Link to="/profile">{t('Profile and account')}</Link>
        </Muted>
      </Stack>
    </Card>
  );
}

/** Permission for browser notifications. It can only be revoked in the browser. */
function BrowserNotifications() {
  const t = useTranslate();
  const Kind = globalThis.Notification as typeof Notification | undefined;
  const [permission, setPermission] = useState(Kind?.permission);
  if (!Kind) return null;
  return (
    <Switch
      label={t('Browser notifications')}
      hint={
        permission === 'denied'
          ? t('This browser blocks them for this site. You can change that in its settings.')
          : t(
              'A short message while Lectern is in another tab, such as when an upload finishes or a change couldn’t be saved.',
            )
      }
      checked={permission === 'granted'}
      disabled={permission !== 'default'}
      onChange={() => runInBackground(Kind.requestPermission().then(setPermission))}
    />
  );
}

/** Pending changes of this device, and changes that failed. */
export function WaitingChanges() {
  const t = useTranslate();
  const { sync, network } = useHost();
  const state = useReadable(sync.state);
  const online = useReadable(network) === 'online';
  const waiting = state.pending + state.syncing;
  return (
    <Card title={t('Changes made on this device')}>
      <Stack>
        <p>
          {waiting > 0
            ? t('{{count}} change(s) pending sync', { count: waiting })
            : state.failed.length > 0
              ? t('Some changes could not be saved')
              : t('All changes synced')}
        </p>
        {waiting > 0 && online ? (
          <div>
            <Button size="small" onClick={() => runInBackground(sync.flush())}>
              {t('Sync Now')}
            </Button>
          </div>
        ) : null}
        <FailedChanges actions={state.failed} />
      </Stack>
    </Card>
  );
}

/** Whether this browser keeps the sign-in when its tab is closed. */
export function StaySignedIn() {
  const t = useTranslate();
  const { auth } = useShell();
  return (
    <Switch
      label={t('Stay signed in')}
      hint={t('Turn it off on a device that others use: you are signed out when the tab is closed.')}
      checked={useReadable(auth.staySignedIn)}
      onChange={auth.setStaySignedIn}
    />
  );
}
