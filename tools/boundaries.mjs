/** Who may import whom, as rules with their reasons. `npm run check` holds them; docs/architecture.md tells the whole. */

import { pathToFileURL } from 'node:url';
import { importsOf } from './lib/imports.mjs';
import { remoteNames } from './lib/paths.mjs';

const workspace = (path) => path.split('/')[0];
const isTest = (path) => /\.test\.tsx?$|\/testing\/|^[^/]+\/test\//.test(path);
const isRemote = (name) => name.startsWith('mf-');
const inside = (path, ...folders) => folders.some((folder) => path.startsWith(`${folder}/`));

/** @type {{ because: string, forbids(edge: import('./lib/imports.mjs').Edge): boolean }[]} */
const rules = [
  {
    because: 'That file is not there.',
    forbids: ({ missing, to }) => missing && !/\.(css|json|svg|png|woff2?)$/.test(to),
  },
  {
    because: 'shared-contracts is what everyone agrees on: it imports nothing of ours.',
    forbids: ({ from, to }) => workspace(from) === 'shared-contracts' && workspace(to) !== 'shared-contracts',
  },
  {
    because: 'shared-ui is looks alone: of ours it imports types of shared-contracts, and nothing that runs.',
    forbids: ({ from, to, typeOnly }) =>
      workspace(from) === 'shared-ui' &&
      workspace(to) !== 'shared-ui' &&
      !(workspace(to) === 'shared-contracts' && typeOnly),
  },
  {
    because: 'A remote imports itself and the two shared packages. For all else it asks the Host.',
    forbids: ({ from, to }) =>
      isRemote(workspace(from)) &&
      ![workspace(from), 'shared-ui', 'shared-contracts'].includes(workspace(to)),
  },
  {
    because: 'The shell finds remotes at run time: it never imports their source, nor the server.',
    forbids: ({ from, to }) =>
      workspace(from) === 'shell' && !['shell', 'shared-ui', 'shared-contracts'].includes(workspace(to)),
  },
  {
    because: 'The server shares the contracts with the browser, and nothing else.',
    forbids: ({ from, to }) =>
      workspace(from) === 'server' && !['server', 'shared-contracts'].includes(workspace(to)),
  },
  {
    because: 'Schemas are for the server; in a browser they are weight. Import their types only.',
    forbids: ({ from, to, typeOnly }) =>
      !['server', 'shared-contracts', 'e2e', 'bench'].includes(workspace(from)) &&
      !isTest(from) &&
      (inside(to, 'shared-contracts/src/api') || to === 'shared-contracts/src/contract/remotes.ts') &&
      to !== 'shared-contracts/src/api/apiHeaders.ts' &&
      !typeOnly,
  },
  {
    because:
      'Inside the shell imports go down: boot, routes, pages and layout, host, then sessions, offline, api, auth.',
    forbids: ({ from, to, typeOnly }) =>
      inside(
        from,
        'shell/src/api',
        'shell/src/auth',
        'shell/src/offline',
        'shell/src/uploads',
        'shell/src/reading-session',
      ) &&
      inside(
        to,
        'shell/src/boot',
        'shell/src/routes',
        'shell/src/pages',
        'shell/src/layout',
        'shell/src/host',
      ) &&
      !isTest(from) &&
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
    because: 'What ships does not import tests.',
    forbids: ({ from, to, own }) => own && !isTest(from) && isTest(to) && !inside(from, 'e2e', 'bench'),
  },
];

/** Circles of imports that are there when the program runs. */
function circles(edges) {
  const next = new Map();
  for (const { from, to, own, typeOnly } of edges) {
    if (own && !typeOnly) next.set(from, [...(next.get(from) ?? []), to]);
  }
  const state = new Map();
  const found = [];
  const visit = (file, path) => {
    if (state.get(file) === 'done') return;
    if (path.includes(file)) {
      found.push([...path.slice(path.indexOf(file)), file]);
      return;
    }
    for (const to of next.get(file) ?? []) visit(to, [...path, file]);
    state.set(file, 'done');
  };
  for (const file of next.keys()) visit(file, []);
  return found;
}

/** What is wrong with these imports, a sentence each; nothing when all is well. @param {import('./lib/imports.mjs').Edge[]} edges */
export function complaints(edges) {
  const broken = edges
    .filter(({ own }) => own)
    .flatMap((edge) =>
      rules
        .filter((rule) => rule.forbids(edge))
        .map(({ because }) => `${edge.from} imports ${edge.to}\n    ${because}`),
    );
  return [...broken, ...circles(edges).map((loop) => `A circle: ${loop.join(' → ')}`)];
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const folders = ['shared-contracts', 'shared-ui', 'shell', ...remoteNames()].map((name) => `${name}/src`);
  const edges = importsOf([...folders, 'server/src', 'server/test']);
  const found = complaints(edges);
  for (const complaint of found) console.error(complaint);
  if (found.length > 0) process.exit(1);
  console.log(`${edges.length} imports, each where it may be.`);
}
