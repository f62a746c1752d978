/** Replaces the federation runtime in the plain build, which has none. */
export const moduleFederation = null;
