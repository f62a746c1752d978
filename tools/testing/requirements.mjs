/**
 * npm run requirements: lists every requirement and attack with the tests that name it in their title and their last
 * results; then those without a test, and those without an acceptance check in e2e/acceptance.
 */
import '../lib/usage.mjs';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../lib/paths.mjs';
import { results } from '../lib/testing/results/results.mjs';

const rows = (file, columns) =>
  readFileSync(join(root, 'docs', file), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))
    .map((cells) => ({ id: cells[0], text: columns.map((column) => cells[column]).join(' → ') }));

/** All requirements and attacks. @returns {{ id: string, text: string }[]} */
export const allRows = () => [...rows('requirements.tsv', [2]), ...rows('attacks.tsv', [1, 2])];

/** With the tests that name them and ran last. */
export function requirementTable() {
  const tests = results();
  return allRows().map((row) => {
    // [RD-01], several in one bracket as in [RD-01, RD-03], or a range as in [BS-01..BS-04].
    const proofs = tests.filter(({ title }) => namedIn(title).has(row.id));
    return { ...row, proofs };
  });
}

/** Ids of the specification's rows, without those of attacks. */
const requirements = () => new Set(rows('requirements.tsv', [2]).map(({ id }) => id));

/** @param {string} title of a test, or text with titles @returns {Set<string>} the ids that are named in brackets */
export function namedIn(title) {
  const ids = new Set();
  for (const [, inside] of title.matchAll(/\[([A-Z]{2}-\d\d[^\]]*)\]/g)) {
    for (const [, from, to] of inside.matchAll(/([A-Z]{2}-\d\d)(?:\s*\.\.\s*([A-Z]{2}-\d\d))?/g)) {
      const last = Number((to ?? from).slice(3));
      for (let n = Number(from.slice(3)); n <= last; n += 1)
        ids.add(`${from.slice(0, 3)}${String(n).padStart(2, '0')}`);
    }
  }
  return ids;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const table = requirementTable();
  const short = (text) => (text.length > 90 ? `${text.slice(0, 89)}…` : text);
  for (const { id, text, proofs } of table) {
    const failed = proofs.filter((proof) => proof.result !== 'passed').length;
    const state =
      proofs.length === 0
        ? 'nothing proves it yet'
        : failed > 0
          ? `${failed} of ${proofs.length} failed`
          : `passed (${proofs.length})`;
    console.log(`${id}  ${state.padEnd(22)} ${short(text)}`);
    for (const { title, file, result } of proofs)
      console.log(`         ${result === 'passed' ? '✓' : '✗'} ${file}: ${short(title)}`);
  }
  const accepted = ({ proofs }) =>
    proofs.some(({ file, result }) => file.startsWith('e2e/acceptance/') && result === 'passed');
  const wanted = requirements();
  const unaccepted = table.filter((row) => wanted.has(row.id) && !accepted(row));
  const open = table.filter(({ proofs }) => proofs.length === 0);
  console.log(`\n${table.length - open.length} of ${table.length} are named by a test.`);
  console.log(`Without a test: ${open.map(({ id }) => id).join(', ') || 'none'}`);
  console.log(
    `${wanted.size - unaccepted.length} of ${wanted.size} requirements passed their check from outside (e2e/acceptance).`,
  );
  console.log(`Without one: ${unaccepted.map(({ id }) => id).join(', ') || 'none'}`);
}
