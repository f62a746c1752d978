/**
 * Known violations of a limit that are allowed for now: tools/allowances.json, a table of figures for each check. A
 * figure may only shrink. The check fails when a figure is exceeded, and also when it is higher than needed, so that
 * improvements are kept: `npm run allowances` then lowers it. No command raises a figure.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../paths.mjs';

const file = join(root, 'tools', 'allowances.json');

/** @returns {Record<string, Record<string, number>>} the table of each check */
export const readAllowances = () => JSON.parse(readFileSync(file, 'utf8'));

/**
 * @param {Record<string, number>} allowed figures by name
 * @param {Record<string, number>} found current violations of the limit, by name
 * @param {(name: string, figure: number, allowed?: number) => string} describe what to do about one that grew
 * @returns {string[]} one sentence for each that grew, and for each entry that is higher than needed
 */
export function compare(allowed, found, describe) {
  const grown = Object.entries(found)
    .filter(([name, figure]) => figure > (allowed[name] ?? 0))
    .map(([name, figure]) => describe(name, figure, allowed[name]));
  const tooHigh = Object.entries(allowed)
    .filter(([name, figure]) => figure > (found[name] ?? 0))
    .map(([name, figure]) => {
      const now = found[name] === undefined ? 'no longer needed' : `${found[name]} today`;
      return `${name}: allowed ${figure}, ${now}. \`npm run allowances\` lowers it in tools/allowances.json.`;
    });
  return [...grown, ...tooHigh];
}

/** Writes the lower of both figures of each entry; removes entries that are within the limit. */
export function lowerAllowances(check, found) {
  const all = readAllowances();
  const lower = Object.entries(all[check] ?? {})
    .filter(([name]) => found[name] !== undefined)
    .map(([name, figure]) => [name, Math.min(figure, found[name])]);
  writeFileSync(file, `${JSON.stringify({ ...all, [check]: Object.fromEntries(lower) }, null, 2)}\n`);
}
