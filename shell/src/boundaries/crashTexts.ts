/** Not translated, since translations may be what failed to load. */
export const crashTexts = {
  title: 'Oops! Something went wrong. Please try refreshing the page',
  message: 'Your books and what you wrote are safe.',
  refresh: 'Refresh Page',
} as const;
