/**
 * Stands in the bundler's output for the part of a remote's unique name that tells its versions apart; a digest of the
 * build takes its place (lib/deterministicEntry.mjs). As long as that digest.
 */
export const namePlaceholder = '_build_name_';
