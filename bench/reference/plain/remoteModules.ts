/** Replaces the shell's loader of remotes: the same pages, as ordinary chunks of one build. */
import type { RemoteModules } from '../../../shell/src/federation/remoteModules.ts';

const pages: Record<string, () => Promise<unknown>> = {
  'mf-library/LibraryPage': () => import('../../../mf-library/src/expose/LibraryPage.tsx'),
  'mf-library/BookPage': () => import('../../../mf-library/src/expose/BookPage.tsx'),
  'mf-library/UploadPage': () => import('../../../mf-library/src/expose/UploadPage.tsx'),
  'mf-library/NotesPage': () => import('../../../mf-library/src/expose/NotesPage.tsx'),
  'mf-library/CollectionsPage': () => import('../../../mf-library/src/expose/CollectionsPage.tsx'),
  'mf-library/RecentBooksWidget': () => import('../../../mf-library/src/expose/RecentBooksWidget.tsx'),
  'mf-reader/ReaderPage': () => import('../../../mf-reader/src/expose/ReaderPage.tsx'),
  'mf-reader/AppearanceWidget': () => import('../../../mf-reader/src/expose/AppearanceWidget.tsx'),
  'mf-gamification/RewardsPage': () => import('../../../mf-gamification/src/expose/RewardsPage.tsx'),
  'mf-gamification/OnboardingModal': () => import('../../../mf-gamification/src/expose/OnboardingModal.tsx'),
  'mf-gamification/StreakWidget': () => import('../../../mf-gamification/src/expose/StreakWidget.tsx'),
  'mf-gamification/SummaryWidget': () => import('../../../mf-gamification/src/expose/SummaryWidget.tsx'),
  'mf-mentor/MentorPage': () => import('../../../mf-mentor/src/expose/MentorPage.tsx'),
  'mf-mentor/SuggestionWidget': () => import('../../../mf-mentor/src/expose/SuggestionWidget.tsx'),
  'mf-search/SearchOverlay': () => import('../../../mf-search/src/expose/SearchOverlay.tsx'),
};

export const createRemoteModules = (): RemoteModules => ({
  async run(remote, expose) {
    const page = pages[`${remote}/${expose}`];
    if (!page) throw new Error(`The plain build has no ${remote}/${expose}.`);
    return { ok: true, module: await page(), adapter: { contract: '', hostOf: null }, version: 'plain' };
  },
  forgetVersion: () => undefined,
  abandon: () => undefined,
  versionOf: () => 'plain',
  inUse: async () => [],
});
