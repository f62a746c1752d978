/**
 * Checks sizes: at most 400 lines in a file (500 in a test), 120 characters in a line of comment, and 25 source files
 * and 12 folders in a folder. Prints how much product code there is, and how much there was in the last release.
 */
import './lib/usage.mjs';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './lib/paths.mjs';

const maxLines = 400;
const maxTestLines = 500;
const maxCommentLength = 120;
const maxFiles = 25;
const maxFolders = 12;

/** Folders with more files: a list of commands, of components, or of versions in order of time. Never raised. */
const mostFiles = {
  'server/test/support': 45,
  'shared-contracts/src/api': 31,
  'shared-ui/src': 56,
};

const isTest = (path) => /\.(test|spec)\.[a-z]+$/.test(path);

/** Lines of a text; a final line break does not begin another one. */
const linesOf = (text) => text.replace(/\n$/, '').split('\n');

/** @returns {number} how many lines of comment are too long, including comments after code */
export function longCommentLines(text) {
  let inBlock = false;
  return linesOf(text).filter((line) => {
    const trimmed = line.trim();
    if (!inBlock && trimmed.startsWith('/*')) inBlock = true;
    const isComment = inBlock || trimmed.startsWith('//');
    if (inBlock && trimmed.includes('*/')) inBlock = false;
    return isComment && line.length > maxCommentLength && !/^\S*\s*https?:\/\/\S+$/.test(trimmed);
  }).length;
}

/** @returns {Record<string, number>} files by folder, without tests and styles, where they are too many */
export function fullFolders(paths) {
  const counts = new Map();
  for (const path of paths.filter((name) => !isTest(name) && !/\.styles\.ts$/.test(name)))
    counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  return Object.fromEntries([...counts].filter(([folder, count]) => count > (mostFiles[folder] ?? maxFiles)));
}

/** @returns {string[]} folders with too many folders in them, but for the root, whose packages are given */
export function wideFolders(paths) {
  const folders = new Map();
  const add = (path) => {
    const parent = dirname(path);
    if (parent === '.') return;
    folders.set(parent, (folders.get(parent) ?? new Set()).add(path));
    add(parent);
  };
  for (const path of paths) add(dirname(path));
  return [...folders].filter(([, inside]) => inside.size > maxFolders).map(([folder]) => folder);
}

/** @returns {string[]} one sentence for each violation */
function violations() {
  const paths = git('ls-files', '-co', '--exclude-standard')
    .split('\n')
    .filter((name) => /\.(ts|tsx|mts|mjs|cjs|js)$/.test(name) && existsSync(join(root, name)));
  const ofFiles = paths.flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    const most = isTest(path) ? maxTestLines : maxLines;
    const [lines, comments] = [linesOf(text).length, longCommentLines(text)];
    return [
      ...(lines > most ? [`${path} has ${lines} lines, ${most} at most: split it by subject.`] : []),
      ...(comments > 0
        ? [`${path} has ${comments} comment lines over ${maxCommentLength} characters: break them.`]
        : []),
    ];
  });
  const ofFolders = Object.entries(fullFolders(paths)).map(
    ([path, count]) => `${path} has ${count} files, too many: divide it by subject.`,
  );
  const ofWide = wideFolders(paths).map(
    (path) => `${path} has more than ${maxFolders} folders: group them by subject.`,
  );
  return [...ofFiles, ...ofFolders, ...ofWide];
}

/** What counts as product code: everything that git knows but tests and what only they use. */
const product = [
  ...['ts', 'tsx', 'mjs', 'css', 'html', 'sql'].map((ending) => `*.${ending}`),
  ...['test', 'spec'].map((kind) => `:(exclude)*.${kind}.*`),
  ...['test', 'testing', 'e2e', 'fixtures'].map((folder) => `:(exclude,glob)**/${folder}/**`),
];

const git = (...args) =>
  spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1e8 }).stdout.trim();

/** @param {string[]} at a commit, else the files as they are @returns {string} lines and files */
function productCode(...at) {
  const counts = git('grep', '-c', '', ...at, '--', ...product).split('\n');
  const lines = counts.reduce((sum, count) => sum + Number(count.split(':').at(-1)), 0);
  return `${lines.toLocaleString('en')} lines in ${counts.length.toLocaleString('en')} files`;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const found = violations();
  for (const violation of found) console.error(violation);
  const release = git('describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*');
  console.log(`Product code: ${productCode()}${release ? `; ${release}: ${productCode(release)}` : ''}`);
  process.exit(found.length > 0 ? 1 : 0);
}
