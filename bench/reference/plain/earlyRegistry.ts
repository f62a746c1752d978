/**
 * Replaces the early requests in the plain build, which has no registry: its reads are requested when it starts.
 */
export const earlyRegistry = () => ({
  page: Promise.resolve({ reads: [], preloads: [] }),
  view: Promise.resolve(null),
  preloadScripts: async () => undefined,
});
