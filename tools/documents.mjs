/**
 * Checks the documents: links lead to existing files and headings, and the paths that a document names in backticks
 * exist. So do the documents that code names.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
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

/** A path of code in backticks; an abbreviated one (*, …, <name>, mf-x) is not compared. */
const codePath =
  /`((?:server|client|shell|shared-(?:contracts|ui)|mf-(?!x\b|name\b)\w+|tools|e2e|bench|deploy)\/[\w/.-]+)`/g;

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
 * @param {string} path of a file
 * @param {string} text its content
 * @param {(path: string) => string | null} read as for brokenLinks
 * @returns {string[]} one sentence for each path in the text, of a document or, in a document, of code, that is missing
 */
export function missingPaths(path, text, read) {
  const documents = [...text.matchAll(/(?<![\w/.-])docs\/[\w/-]+\.(?:md|tsv)/g)].map(([name]) => name);
  const code = path.endsWith('.md') ? [...text.matchAll(codePath)].map(([, name]) => name) : [];
  // An extension point is named like a path.
  const points = code.length > 0 ? (read('shared-contracts/src/contract/points.ts') ?? '') : '';
  return [...documents, ...code]
    .filter((name) => read(name) === null && !points.includes(`'${name}'`))
    .map((name) => `${path} names ${name}.`);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const files = spawnSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
    .stdout.split('\n')
    .filter((path) => path !== '' && existsSync(join(root, path)));
  const text = (path) => readFileSync(join(root, path), 'utf8');
  const isFolder = (path) => files.some((file) => file.startsWith(`${path.replace(/\/$/, '')}/`));
  const read = (path) => (files.includes(path) ? text(path) : isFolder(path) || path === '.' ? '' : null);
  const complaints = files
    .filter((path) => /\.(md|ts|tsx|mjs)$/.test(path))
    .flatMap((path) => [
      ...(path.endsWith('.md') ? brokenLinks(path, text(path), read) : []),
      ...(path === 'CHANGELOG.md' ? [] : missingPaths(path, text(path), read)),
    ]);
  for (const complaint of complaints) console.error(complaint);
  process.exit(complaints.length > 0 ? 1 : 0);
}
