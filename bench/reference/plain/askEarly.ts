/**
 * In the place of the early questions in the plain build, which has no registry: its reads are asked when it starts.
 */
export const askEarly = () => ({
  reads: Promise.resolve([]),
  view: Promise.resolve(null),
  fetchAll: async () => undefined,
});
