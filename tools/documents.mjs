/**
 * Checks the documents: links lead to existing files and headings; each decision record (docs/adr) has a title with its
 * number, a status, a date, and a matching row in docs/adr/README.md; ADR numbers named in code exist.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './lib/paths.mjs';

/** GitHub's anchor for a heading: lower case, no punctuation, dashes for spaces. */
const anchorOf = (heading) =>
  heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');

const withoutCode = (text) => text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '');

/** Anchors of a document: headings and elements with an id. */
const anchorsOf = (text) =>
  new Set([
    ...[...text.matchAll(/^#+\s+(.*)$/gm)].map(([, heading]) => anchorOf(heading)),
    ...[...text.matchAll(/\bid="([^"]+)"/g)].map(([, id]) => id),
  ]);

/**
 * @param {string} path of a document
 * @param {string} text its content
 * @param {(path: string) => string | null} read returns the text of a file, '' for a folder, null if it does not exist
 * @returns {string[]} one sentence for each broken link
 */
export function brokenLinks(path, text, read) {
  return [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link]) => link)
    .filter((link) => !/^[a-z]+:/.test(link))
    .flatMap((link) => {
      const [file, anchor] = decodeURI(link).split('#');
      const target = file === '' ? path : join(dirname(path), file);
      const content = read(target);
      if (content === null) return [`${path} links to ${link}: ${target} is not there.`];
      if (!anchor || !target.endsWith('.md') || anchorsOf(content).has(anchor)) return [];
      return [`${path} links to ${link}: ${target} has no such heading.`];
    });
}

/**
 * @param {string} path of a decision record
 * @param {string} index the text of docs/adr/README.md
 * @returns {string[]} one sentence for each missing part
 */
export function recordProblems(path, text, index) {
  const name = basename(path);
  const number = name.slice(0, 4);
  const [, title, status, date] = /^# \d{4} (.+)\n\nStatus: (.+)\nDate: (\d{4}-\d\d-\d\d)\n/.exec(text) ?? [];
  if (!title || !text.startsWith(`# ${number} `))
    return [`${path} must begin with '# ${number} Subject', then 'Status: …' and 'Date: yyyy-mm-dd'.`];
  const row = `| [${number}](${name}) | ${title} | ${status} | ${date} |`;
  return index.includes(row) ? [] : [`docs/adr/README.md lacks the row ${row}`];
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const files = spawnSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
    .stdout.split('\n')
    .filter((path) => path !== '' && existsSync(join(root, path)));
  const text = (path) => readFileSync(join(root, path), 'utf8');
  const isFolder = (path) => files.some((file) => file.startsWith(`${path.replace(/\/$/, '')}/`));
  const read = (path) => (files.includes(path) ? text(path) : isFolder(path) || path === '.' ? '' : null);
  const records = files.filter((path) => /^docs\/adr\/\d/.test(path));
  const numbers = new Set(records.map((path) => basename(path).slice(0, 4)));
  const complaints = [
    ...files.filter((path) => path.endsWith('.md')).flatMap((path) => brokenLinks(path, text(path), read)),
    ...records.flatMap((path) => recordProblems(path, text(path), text('docs/adr/README.md'))),
    ...files
      .filter((path) => /\.(md|ts|tsx|mjs)$/.test(path))
      .flatMap((path) =>
        [...text(path).matchAll(/(?:\bADR |docs\/adr\/)(\d{4})\b/g)]
          .filter(([, number]) => !numbers.has(number))
          .map(([, number]) => `${path} names ADR ${number}, which is not there.`),
      ),
  ];
  for (const complaint of complaints) console.error(complaint);
  process.exit(complaints.length > 0 ? 1 : 0);
}
