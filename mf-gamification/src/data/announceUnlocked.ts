import type { Achievement } from '@lectern/shared-contracts/api/gamification.ts';
import type { Host, Translate } from '@lectern/shared-contracts/contract/host.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { settingsNow } from './useGamification.ts';

const rewardsPage = '/gamification';
/** Ids of unlocked achievements that have not been viewed yet. */
export const newAchievementsPreference = 'achievements_new';

/** Announces achievements unlocked since the last announcement on any device, each once. */
export function announceUnlocked(host: Host): void {
  // Created for each text, because translations are loaded later and the language may change.
  const t: Translate = (text, values) => host.i18n.translate('mf-gamification')(text, values);
  /** The keys are the English texts. */
  const hasTexts = () => host.i18n.language.get() === 'en' || t('See it') !== 'See it';
  const achievements = host.data.watch('GET /api/gamification/achievements', {});
  const settings = host.data.watch('GET /api/gamification/settings', {});

  let announcedHere = '';
  const look = (): void => {
    const loaded = achievements.get();
    // Settings first: they say whether anything may be announced.
    if (loaded.status !== 'ready' || settings.get().status !== 'ready' || !hasTexts()) return;
    const { achievements: shown, celebrations, announcedUntil } = settingsNow(host);
    const since = announcedUntil > announcedHere ? announcedUntil : announcedHere;
    const news = loaded.value.items.filter(({ unlockedAt }) => (unlockedAt ?? '') > since);
    if (news.length === 0) return;
    announcedHere = latest(news);
    runInBackground(host.sync.enqueue('SAVE_GAMIFICATION_SETTINGS', { announcedUntil: announcedHere }));
    if (!shown || !celebrations) return;
    const waiting = host.preferences.watch<readonly string[]>(newAchievementsPreference, []).get();
    host.preferences.set(newAchievementsPreference, [...new Set([...waiting, ...news.map(({ id }) => id)])]);
    // The rewards page shows it already.
    if (host.navigation.location.get().pathname === rewardsPage) return;
    // The rewards page keeps them, so the message may disappear by itself.
    host.notify.show({
      tone: 'success',
      message: message(news),
      action: see(),
      duration: 8_000,
      isNews: true,
    });
  };

  const message = (news: readonly Achievement[]): string => {
    const [first] = news;
    return first && news.length === 1
      ? t('Achievement unlocked: {{title}}, +{{points}} points', {
          title: t(first.title),
          points: first.points,
        })
      : t('{{count}} new achievements on your shelf', { count: news.length });
  };
  const see = () => ({ label: t('See it'), onAction: () => host.navigation.go(rewardsPage) });

  look();
  achievements.subscribe(look);
  settings.subscribe(look);
  host.i18n.textsOf('mf-gamification').subscribe(look);
}

const latest = (unlocked: readonly Achievement[]): string =>
  unlocked
    .map(({ unlockedAt }) => unlockedAt ?? '')
    .sort()
    .at(-1) ?? '';
