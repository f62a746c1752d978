/**
 * A remote never uses the network, storage or the address bar directly, only through the Host, so that it can run and
 * be tested with another Host and works offline. Its styles are those of its own elements.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import swc from '@swc/core';
import { root } from '../paths.mjs';
import { filesBelow } from '../registry/publish.mjs';

const storage = 'browser storage: use host.preferences';
const connection = 'own connections: use host.api';
const address = 'location: use host.navigation';

/** Globals, and properties of window, document and navigator. */
const forbidden = new Map([
  ['fetch', 'fetch: use host.api or host.data'],
  ['indexedDB', 'IndexedDB: use host.data and host.sync'],
  ...['localStorage', 'sessionStorage', 'caches', 'cookieStore', 'cookie'].map((name) => [name, storage]),
  ...['XMLHttpRequest', 'WebSocket', 'EventSource', 'sendBeacon'].map((name) => [name, connection]),
  ...['location', 'pushState', 'replaceState'].map((name) => [name, address]),
]);
const owners = new Set(['window', 'globalThis', 'self', 'document', 'navigator', 'history', 'top', 'parent']);

/** swc's mark of a name that is not declared in the file. */
const undeclared = 1;
const isGlobal = (node, names) =>
  node?.type === 'Identifier' && node.ctxt === undeclared && names.has(node.value);
const isOwner = (node) =>
  isGlobal(node, owners) ||
  (node?.type === 'MemberExpression' && owners.has(nameOf(node.property)) && isOwner(node.object));
const nameOf = (key) => (key?.type === 'Computed' ? key.expression.value : key?.value);

/** Names of forbidden things that a node uses itself. */
function usesOf(node) {
  switch (node.type) {
    case 'Identifier':
      return isGlobal(node, forbidden) ? [node.value] : [];
    case 'MemberExpression':
      return isOwner(node.object) ? [nameOf(node.property)] : [];
    case 'VariableDeclarator':
      return node.id.type === 'ObjectPattern' && isOwner(node.init)
        ? node.id.properties.map(({ key }) => nameOf(key))
        : [];
    default:
      return [];
  }
}

const globalStyle = 'createGlobalStyle: style your own elements';
const markup = 'markup from outside: sanitise it, and say so on that line';

/** All that is refused, each with what to use instead. */
export const refusals = [...new Set(forbidden.values()), globalStyle, markup];

function problemOf(node, lineOf) {
  if (node.type === 'ImportSpecifier' && (node.imported ?? node.local).value === 'createGlobalStyle')
    return globalStyle;
  if (
    node.type === 'JSXAttribute' &&
    node.name.value === 'dangerouslySetInnerHTML' &&
    !/sanitised/.test(lineOf(node))
  )
    return markup;
  return usesOf(node)
    .map((name) => forbidden.get(name))
    .find(Boolean);
}

/** Calls `visit` with each node that runs; types do not. */
function walk(node, visit) {
  if (typeof node !== 'object' || node === null) return;
  if (node.type?.startsWith('Ts')) return walk(node.expression, visit);
  if (node.span) visit(node);
  for (const one of Object.values(node)) walk(one, visit);
}

/**
 * @param {string} text
 * @param {boolean} tsx
 * @returns {{ line: number, problem: string }[]} by line, each once
 */
export function problemsIn(text, tsx = true) {
  const bytes = Buffer.from(text);
  const found = new Map();
  // swc counts bytes, and from 1.
  const lineAt = ({ span }) =>
    bytes
      .subarray(0, span.start - 1)
      .toString()
      .split('\n').length;
  const lines = text.split('\n');
  walk(swc.parseSync(text, { syntax: 'typescript', tsx }).body, (node) => {
    const problem = problemOf(node, (one) => lines[lineAt(one) - 1]);
    if (problem) found.set(`${lineAt(node)} ${problem}`, { line: lineAt(node), problem });
  });
  return [...found.values()];
}

/** @param {string} remote @param {string} [checkout] @returns {string[]} problems with their places */
export function hostOnlyProblems(remote, checkout = root) {
  if (!existsSync(join(checkout, remote))) return [];
  return filesBelow(join(checkout, remote))
    .filter((file) => /\.[cm]?[jt]sx?$/.test(file) && !/(?:^|\/)node_modules\/|\.test\.|\.d\.ts$/.test(file))
    .flatMap((file) =>
      problemsIn(readFileSync(join(checkout, remote, file), 'utf8'), !/\.[cm]?ts$/.test(file)).map(
        ({ line, problem }) => `${remote}/${file}:${line}  ${problem}`,
      ),
    );
}
