/**
 * What stands in the federation's runtime for its preloading by manifest:
 * the shell preloads by the registry (fetchAhead).
 */
const notHere = () => {
  throw new Error('The shell preloads by its registry.');
};

export const formatPreloadArgs = notHere;
export const preloadAssets = notHere;
export const normalizePreloadExposes = notHere;
export const defaultPreloadArgs = {};
