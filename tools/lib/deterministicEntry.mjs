/**
 * The same source gives the same bytes: the plugin that writes the digests of the chunks into an
 * entry does so in an order that changes from build to build, and each would be a version of its
 * own. Here they stand in the order of their names.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** @param {string} code of an entry @returns {string} as long as it was, so that its map still fits */
export function withDigestsInOrder(code) {
  return code.replace(/(\bsriHashes\s*=\s*\{)([^{}]*)(\})/g, (_, before, digests, after) => {
    const sorted = digests.split(',').sort();
    return before + sorted.join(',') + after;
  });
}

/** @param {string} folder of a remote's build */
export function deterministicEntry(folder) {
  const entry = join(folder, 'remoteEntry.js');
  writeFileSync(entry, withDigestsInOrder(readFileSync(entry, 'utf8')));
}
