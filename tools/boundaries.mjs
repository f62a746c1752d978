/**
 * Import rules with their reasons, and that remotes ask the Host: part of `npm run check`. docs/architecture.md
 * describes the architecture.
 */

import './lib/usage.mjs';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { remoteNames, root } from './lib/paths.mjs';
import { exposesOf, filesBelow } from './lib/registry/publish.mjs';
import { hostOnlyProblems } from './lib/sources/hostOnly.mjs';
import { importsOf } from './lib/sources/imports.mjs';
import { isAllowedBetweenRooms } from './lib/sources/serverRooms.mjs';

const workspace = (path) => path.split('/')[0];
const isTest = (path) => /\.test\.tsx?$|\/testing\/|^[^/]+\/test\//.test(path);
const inside = (path, ...folders) => folders.some((folder) => path.startsWith(`${folder}/`));

/** Whether a file of the package `own` imports from none of the allowed packages. */
const leaves = ({ from, to }, own, ...allowed) =>
  workspace(from) === own && ![own, ...allowed].includes(workspace(to));

/** @type {{ because: string, forbids(edge: import('./lib/sources/imports.mjs').Edge): boolean }[]} */
const rules = [
  {
    because: 'shared-contracts is the common basis: it imports none of our other packages.',
    forbids: (edge) => leaves(edge, 'shared-contracts'),
  },
  {
    because:
      'shared-ui is only presentation: it imports types of shared-contracts, and the design of covers, which the server draws too.',
    forbids: (edge) =>
      leaves(edge, 'shared-ui', ...(edge.typeOnly ? ['shared-contracts'] : [])) &&
      edge.to !== 'shared-contracts/src/domain/books/coverDesign.ts',
  },
  {
    because: 'A remote imports itself and the two shared packages. Everything else comes from the Host.',
    forbids: (edge) =>
      workspace(edge.from).startsWith('mf-') &&
      leaves(edge, workspace(edge.from), 'shared-ui', 'shared-contracts'),
  },
  {
    because: 'The client is headless: it imports itself and shared-contracts without its React part.',
    forbids: (edge) =>
      leaves(edge, 'client', 'shared-contracts') ||
      (workspace(edge.from) === 'client' &&
        (inside(edge.to, 'shared-contracts/src/react') || edge.from.endsWith('.tsx'))),
  },
  {
    because: 'The shell finds remotes at run time: it never imports their source, nor the server.',
    forbids: (edge) => leaves(edge, 'shell', 'client', 'shared-ui', 'shared-contracts'),
  },
  {
    because: 'The server imports only itself and shared-contracts; its tests also tools.',
    forbids: (edge) => leaves(edge, 'server', 'shared-contracts', ...(isTest(edge.from) ? ['tools'] : [])),
  },
  {
    because: 'A room of the server uses the rooms below it alone: tools/lib/sources/serverRooms.mjs.',
    forbids: ({ from, to }) =>
      inside(from, 'server/src') && inside(to, 'server/src') && !isAllowedBetweenRooms(from, to),
  },
  {
    because: 'Schemas are for the server; they would make browser code large. Import only their types.',
    forbids: ({ from, to, typeOnly }) =>
      !['server', 'shared-contracts', 'e2e', 'bench'].includes(workspace(from)) &&
      !isTest(from) &&
      inside(to, 'shared-contracts/src/api') &&
      to !== 'shared-contracts/src/api/apiHeaders.ts' &&
      !typeOnly,
  },
  {
    because:
      'In the reader, EPUB, PDF, annotations and appearance know the engine’s interfaces, not each other: view joins them.',
    forbids: ({ from, to }) => {
      const parts = ['epub', 'pdf', 'annotations', 'appearance', 'engine'];
      const part = parts.find((name) => inside(from, `mf-reader/src/${name}`));
      const allowed = [`mf-reader/src/${part}`, 'mf-reader/src/engine'];
      return part !== undefined && inside(to, 'mf-reader/src') && !inside(to, ...allowed);
    },
  },
  {
    because: 'Code that ships does not import tests.',
    forbids: ({ from, to, own }) => own && !isTest(from) && isTest(to) && !inside(from, 'e2e', 'bench'),
  },
];

const folderOf = (path) => path.split('/').slice(0, -1).join('/');

/**
 * Import cycles between files or between folders: the strongly connected components with more than one member
 * (Tarjan's algorithm). Type imports count as well.
 * @param {import('./lib/sources/imports.mjs').Edge[]} edges
 * @param {(path: string) => string} node maps a file to itself or to its folder
 * @returns {string[][]} the members of each cycle
 */
export function circles(edges, node = (path) => path) {
  const next = new Map();
  for (const { from, to, own } of edges) {
    if (!own || isTest(from) || node(from) === node(to)) continue;
    next.set(node(from), (next.get(node(from)) ?? new Set()).add(node(to)));
  }
  const index = new Map();
  const low = new Map();
  const stack = [];
  const found = [];
  const visit = (at) => {
    index.set(at, index.size);
    low.set(at, index.get(at));
    stack.push(at);
    for (const to of next.get(at) ?? []) {
      if (!index.has(to)) visit(to);
      if (stack.includes(to)) low.set(at, Math.min(low.get(at), low.get(to)));
    }
    if (low.get(at) !== index.get(at)) return;
    const members = stack.splice(stack.indexOf(at));
    if (members.length > 1) found.push(members.sort());
  };
  for (const at of next.keys()) if (!index.has(at)) visit(at);
  return found;
}

/**
 * Violations of the rules, one sentence each.
 * @param {import('./lib/sources/imports.mjs').Edge[]} edges
 */
export function complaints(edges) {
  const broken = edges
    .filter(({ own }) => own)
    .flatMap((edge) =>
      rules
        .filter((rule) => rule.forbids(edge))
        .map(({ because }) => `${edge.from} imports ${edge.to}\n    ${because}`),
    );
  return [
    ...broken,
    ...circles(edges).map((loop) => `A circle of files: ${loop.join(', ')}`),
    ...circles(edges, folderOf).map((ring) => `A circle of folders: ${ring.join(', ')}`),
  ];
}

/**
 * Lines that name a remote or an exposed module: the shell must learn them from the registry only.
 * @param {Record<string, string>} sources by path @param {readonly string[]} remotes @param {readonly string[]} exposes
 */
export function namesOfRemotes(sources, remotes, exposes) {
  const pattern = new RegExp(`\\b(?:${remotes.join('|')})\\b|['"\`/](?:${exposes.join('|')})['"\`]`);
  const because = 'The shell knows remotes from the registry alone: say it in remote.json.';
  return Object.entries(sources).flatMap(([path, source]) =>
    [...source.split('\n').entries()]
      .filter(([, line]) => pattern.test(line))
      .map(([index]) => `${path}:${index + 1} names a remote\n    ${because}`),
  );
}

/** Source files of the shell that ship. */
function shellSources() {
  const files = filesBelow(join(root, 'shell/src')).map((file) => `shell/src/${file}`);
  const shipped = files.filter((file) => /\.tsx?$/.test(file) && !isTest(file));
  return Object.fromEntries(shipped.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const folders = ['shared-contracts', 'shared-ui', 'client', 'shell', ...remoteNames()].map(
    (name) => `${name}/src`,
  );
  const edges = importsOf([...folders, 'server/src', 'server/test', 'e2e', 'bench']);
  const exposes = remoteNames().flatMap((name) => Object.keys(exposesOf(name)).map((it) => it.slice(2)));
  const found = [
    ...complaints(edges),
    ...namesOfRemotes(shellSources(), remoteNames(), exposes),
    ...[...remoteNames(), 'tools/kit/mf-sample'].flatMap((remote) => hostOnlyProblems(remote)),
  ];
  for (const complaint of found) console.error(complaint);
  if (found.length > 0) process.exit(1);
  console.log(`${edges.length} imports, all allowed.`);
}
