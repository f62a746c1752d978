/** Stands in for the federation runtime in the plain build: the same pages, as ordinary chunks of one build. */
const pages: Record<string, () => Promise<unknown>> = {
  'mf_library/LibraryPage': () => import('../../../mf-library/src/expose/LibraryPage.tsx'),
  'mf_library/BookPage': () => import('../../../mf-library/src/expose/BookPage.tsx'),
  'mf_library/UploadPage': () => import('../../../mf-library/src/expose/UploadPage.tsx'),
  'mf_library/NotesPage': () => import('../../../mf-library/src/expose/NotesPage.tsx'),
  'mf_library/CollectionsPage': () => import('../../../mf-library/src/expose/CollectionsPage.tsx'),
  'mf_library/RecentBooksWidget': () => import('../../../mf-library/src/expose/RecentBooksWidget.tsx'),
  'mf_reader/ReaderPage': () => import('../../../mf-reader/src/expose/ReaderPage.tsx'),
  'mf_gamification/RewardsPage': () => import('../../../mf-gamification/src/expose/RewardsPage.tsx'),
  'mf_gamification/OnboardingModal': () => import('../../../mf-gamification/src/expose/OnboardingModal.tsx'),
  'mf_gamification/StreakWidget': () => import('../../../mf-gamification/src/expose/StreakWidget.tsx'),
  'mf_mentor/MentorPage': () => import('../../../mf-mentor/src/expose/MentorPage.tsx'),
  'mf_mentor/SuggestionWidget': () => import('../../../mf-mentor/src/expose/SuggestionWidget.tsx'),
  'mf_search/SearchOverlay': () => import('../../../mf-search/src/expose/SearchOverlay.tsx'),
};

export function registerRemotes(): void {}

export function registerPlugins(): void {}

export async function loadRemote(id: string): Promise<unknown> {
  const page = pages[id];
  if (!page) throw new Error(`The plain build has no ${id}.`);
  return page();
}
