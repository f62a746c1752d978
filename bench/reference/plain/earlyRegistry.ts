/**
 * In the place of the early questions in the plain build, which has no registry: its reads are asked when it starts.
 */
export const earlyRegistry = () => ({
  page: Promise.resolve({ reads: [], preloads: [] }),
  view: Promise.resolve(null),
  preloadScripts: async () => undefined,
});
