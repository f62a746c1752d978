/**
 * Placeholder in the bundler's output for the part of a remote's unique name that distinguishes its versions. A digest
 * of the build, of the same length, replaces it (lib/build/deterministicEntry.mjs).
 */
export const namePlaceholder = '_build_name_';
