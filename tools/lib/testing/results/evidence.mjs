/** Adds the server's log and the versions that ran to the trace of a failed end-to-end test. */
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commitOf } from '../../build/provenance.mjs';

/** The versions that ran, if the server still answers. */
async function versionsAt(url) {
  const ask = async (path) => {
    const answer = await fetch(new URL(path, url)).catch(() => null);
    return answer?.ok ? answer.json() : null;
  };
  const [health, shell, registry] = await Promise.all(
    ['/v1/health', '/shell.json', '/remotes.json'].map(ask),
  );
  const versions = Object.entries(registry?.remotes ?? {}).map(([name, entry]) => [
    name,
    Object.fromEntries(
      ['current', 'previous', 'canary'].flatMap((place) =>
        entry[place] ? [[place, entry[place].description.version]] : [],
      ),
    ),
  ]);
  return {
    at: new Date().toISOString(),
    commit: commitOf(),
    server: health?.version ?? null,
    shell,
    remotes: Object.fromEntries(versions),
  };
}

/**
 * @param {string} results folder with a folder for each failed test
 * @param {{ url: string, log?: () => string }} server that the tests
 *   used; a deployed one has no log here
 * @returns {Promise<string[]>} the files that were written
 */
export async function writeEvidence(results, { url, log }) {
  if (!existsSync(results)) return [];
  const folders = readdirSync(results, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  if (folders.length === 0) return [];
  const files = {
    'versions.json': JSON.stringify(await versionsAt(url), null, 2),
    ...(log ? { 'server.log': log() } : {}),
  };
  return folders.flatMap(({ name }) =>
    Object.entries(files).map(([file, text]) => {
      const path = join(results, name, file);
      writeFileSync(path, text);
      return path;
    }),
  );
}
