/**
 * Checks sizes: at most 400 lines in a file (500 in a test), 120 characters in a line of comment, and 25 source files
 * in a folder. Known violations are in tools/allowances.json with their figures, which may only shrink.
 */
import './lib/usage.mjs';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './lib/paths.mjs';
import { compare, lowerAllowances, readAllowances } from './lib/sources/allowances.mjs';

const maxLines = 400;
const maxTestLines = 500;
const maxCommentLength = 120;
const maxFiles = 25;

/** A list in order of time, which grows with every version. */
const migrations = 'server/src/store/migrations';

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
  counts.delete(migrations);
  return Object.fromEntries([...counts].filter(([, count]) => count > maxFiles));
}

/** @returns {Record<'lines' | 'comments' | 'folders', Record<string, number>>} violations by file or folder */
function measure() {
  const { stdout } = spawnSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  const lines = {};
  const comments = {};
  const paths = stdout
    .split('\n')
    .filter((name) => /\.(ts|tsx|mts|mjs|cjs|js)$/.test(name) && existsSync(join(root, name)));
  for (const path of paths) {
    const text = readFileSync(join(root, path), 'utf8');
    const count = linesOf(text).length;
    if (count > (isTest(path) ? maxTestLines : maxLines)) lines[path] = count;
    const long = longCommentLines(text);
    if (long > 0) comments[path] = long;
  }
  return { lines, comments, folders: fullFolders(paths) };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { lines, comments, folders } = measure();
  if (process.argv.includes('--lower')) {
    lowerAllowances('fileLines', lines);
    lowerAllowances('commentLines', comments);
    lowerAllowances('folderFiles', folders);
  }
  const allowed = readAllowances();
  const complaints = [
    ...compare(allowed.fileLines, lines, (path, count, limit) => {
      const most = limit ?? (isTest(path) ? maxTestLines : maxLines);
      return `${path} has ${count} lines, ${most} at most: split it by subject.`;
    }),
    ...compare(
      allowed.commentLines,
      comments,
      (path, count) => `${path} has ${count} comment lines over ${maxCommentLength} characters: break them.`,
    ),
    ...compare(
      allowed.folderFiles,
      folders,
      (path, count, limit) =>
        `${path} has ${count} files, ${limit ?? maxFiles} at most: divide it by subject.`,
    ),
  ];
  for (const complaint of complaints) console.error(complaint);
  process.exit(complaints.length > 0 ? 1 : 0);
}
