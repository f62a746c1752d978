import type { Achievement } from '@lectern/shared-contracts/api/gamification.ts';
import type { Host, Translate } from '@lectern/shared-contracts/contract/host.ts';
import { settingsNow } from './useSettings.ts';

const rewardsPage = '/gamification';
const announcedPreference = 'achievements_announced';
/** Ids of unlocked achievements that have not been viewed yet. */
export const newAchievementsPreference = 'achievements_new';
/** Milliseconds after which an unlock is not announced any more, as on a second device. */
const newsFor = 24 * 3_600_000;

/** Announces achievements unlocked since the last announcement, each once. */
export function announceUnlocked(host: Host): void {
  // Created for each text, because translations are loaded later and the language may change.
  const t: Translate = (text, values) => host.i18n.translate('mf-gamification')(text, values);
  /** The keys are the English texts. */
  const hasTexts = () => host.i18n.language.get() === 'en' || t('See it') !== 'See it';
  const announced = host.preferences.watch<readonly string[]>(announcedPreference, []);
  const achievements = host.data.watch('GET /api/gamification/achievements', {});
  const settings = host.data.watch('GET /api/gamification/settings', {});

  const look = (): void => {
    const loaded = achievements.get();
    // Settings first: they say whether anything may be announced.
    if (loaded.status !== 'ready' || settings.get().status === 'loading' || !hasTexts()) return;
    const unlocked = loaded.value.items.filter(({ unlockedAt }) => unlockedAt !== null);
    const fresh = unlocked.filter(({ id }) => !announced.get().includes(id));
    if (fresh.length === 0) return;
    host.preferences.set(
      announcedPreference,
      unlocked.map(({ id }) => id),
    );
    const news = fresh.filter(isNews);
    const { achievements: shown, celebrations } = settingsNow(host);
    if (news.length === 0 || !shown || !celebrations) return;
    const waiting = host.preferences.watch<readonly string[]>(newAchievementsPreference, []).get();
    host.preferences.set(newAchievementsPreference, [...new Set([...waiting, ...news.map(({ id }) => id)])]);
    // The rewards page shows it already.
    if (host.navigation.location.get().pathname === rewardsPage) return;
    // The rewards page keeps them, so the message may disappear by itself.
    host.notify.show({ tone: 'success', message: message(news), action: see(), duration: 8_000 });
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

const isNews = ({ unlockedAt }: Achievement): boolean =>
  unlockedAt !== null && Date.now() - Date.parse(unlockedAt) < newsFor;
