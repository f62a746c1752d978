/** Not translated: texts of other languages may be what did not come. */
export const crashTexts = {
  title: 'Oops! Something went wrong. Please try refreshing the page',
  message: 'Your books and what you wrote are safe.',
  refresh: 'Refresh Page',
} as const;
