/**
 * Checks sizes: at most 400 lines in a file (500 in a test), and at most 120 characters in a line of comment. Known
 * violations are in tools/allowances.json with their figures, which may only shrink.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './lib/paths.mjs';
import { compare, lowerAllowances, readAllowances } from './lib/sources/allowances.mjs';

const maxLines = 400;
const maxTestLines = 500;
const maxCommentLength = 120;

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

/** @returns {{ lines: Record<string, number>, comments: Record<string, number> }} violations by file */
function measure() {
  const { stdout } = spawnSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  const lines = {};
  const comments = {};
  for (const path of stdout.split('\n').filter((name) => /\.(ts|tsx|mts|mjs|cjs|js)$/.test(name))) {
    if (!existsSync(join(root, path))) continue;
    const text = readFileSync(join(root, path), 'utf8');
    const count = linesOf(text).length;
    if (count > (isTest(path) ? maxTestLines : maxLines)) lines[path] = count;
    const long = longCommentLines(text);
    if (long > 0) comments[path] = long;
  }
  return { lines, comments };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { lines, comments } = measure();
  if (process.argv.includes('--lower')) {
    lowerAllowances('fileLines', lines);
    lowerAllowances('commentLines', comments);
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
  ];
  for (const complaint of complaints) console.error(complaint);
  process.exit(complaints.length > 0 ? 1 : 0);
}
