/**
 * The public types of the contract as plain lines, one for each member, so that a diff shows what a change means.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';
import { root } from '../paths.mjs';
import { classify } from './changes.mjs';

/** The modules of the contract. */
const modules = [
  'contract/host.ts',
  'contract/hostCollection.ts',
  'contract/hostError.ts',
  'contract/events.ts',
  'contract/loadable.ts',
  'contract/pointFunction.ts',
  'contract/points.ts',
  'contract/readable.ts',
  'contract/syncActions.ts',
  'contract/navigationStates.ts',
  'contract/remotes.ts',
  'react/federated.ts',
  'react/hooks.ts',
];

/**
 * Types that remotes create and the shell reads: a new required field breaks remotes that do not have it. All other
 * types are created by the shell and read by remotes.
 */
const madeByRemotes = new Set([
  'ActionType',
  'WatchOptions',
  'SnackbarMessage',
  'LinkProps',
  'SessionBook',
  'FederatedComponent',
]);

/** @returns {string[]} sorted lines 'Type.member: its type' */
export function reportLines() {
  return modules
    .flatMap((file) => linesOf(readFileSync(join(root, 'shared-contracts/src', file), 'utf8')))
    .sort();
}

/** The exported declarations of a module. @param {string} source */
export function linesOf(source) {
  // The parser counts bytes from the first token on, and continues counting in the next call.
  const bytes = Buffer.from(`0;${source}`);
  const ast = parseSync(bytes.toString(), { syntax: 'typescript', tsx: false, target: 'es2022' });
  const start = ast.span.start;
  const text = ({ span }) => tidy(bytes.subarray(span.start - start, span.end - start).toString());
  return ast.body
    .filter((item) => item.type === 'ExportDeclaration')
    .flatMap(({ declaration }) => declared(declaration, text));
}

/** Normalizes a type: no comments, one line, independent of formatting. */
const tidy = (code) =>
  code
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/(^|\s)\/\/.*$/gm, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\s*([,;:{}()[\]<>|&=?])\s*/g, '$1')
    .replaceAll(/[,;]([}\])>])/g, '$1')
    .replaceAll(/([:=<(,])\|/g, '$1')
    .replace(/[;,]$/, '')
    .trim()
    .replace(/^\|/, '');

function declared(node, text) {
  const name = node.id?.value ?? node.identifier?.value;
  switch (node.type) {
    case 'TsInterfaceDeclaration': {
      const parents = node.extends.map((it) => `${name} extends ${text(it)}`);
      return [...parents, ...node.body.body.map((member) => `${name}.${text(member)}`)];
    }
    case 'TsTypeAliasDeclaration':
      return node.typeAnnotation.type === 'TsTypeLiteral'
        ? node.typeAnnotation.members.map((member) => `${name}.${text(member)}`)
        : [`${name}=${text(node.typeAnnotation)}`];
    case 'FunctionDeclaration': {
      const params = node.params.map((param) => text(param)).join(',');
      const generics = node.typeParameters ? text(node.typeParameters) : '';
      return [`${name}${generics}(${params})${node.returnType ? text(node.returnType) : ''}`];
    }
    case 'VariableDeclaration':
      return node.declarations.flatMap((it) => constant(it, text));
    default:
      return [];
  }
}

function constant({ id, init }, text) {
  const value = init?.type === 'TsConstAssertion' ? init.expression : init;
  // For a schema, the inferred type matters; the table of exposed modules is reported itself.
  if (value?.type !== 'ObjectExpression') return [];
  return value.properties
    .filter((property) => property.type === 'KeyValueProperty')
    .map((property) => `${id.value}.${property.key.value}:${text(property.value)}`);
}

const keyOf = (line) => /^[\w.'-]+(?:<[^(]*?>)?/.exec(line.replace(/^(\w+\.)readonly /, '$1'))?.[0] ?? line;
const isOptional = (line) => line.slice(keyOf(line).length).startsWith('?');

/**
 * @param {readonly string[]} before @param {readonly string[]} after
 * @param {ReadonlyMap<string, string>} [accepted] changes, with the reason
 */
export const classifyChange = (before, after, accepted = new Map()) =>
  classify(before, after, accepted, {
    keyOf,
    improvement: (was, is) =>
      (takesMore(was, is) && 'takes more') ||
      (returnsMore(was, is) && 'returns more') ||
      (isAlwaysThere(was, is) && 'always there') ||
      undefined,
    demand: (line) => {
      const owner = line.split(/[.=(<\s]/)[0];
      const isKnown = before.some((each) => each.startsWith(`${owner}.`));
      return madeByRemotes.has(owner) && isKnown && !isOptional(line) ? 'remotes' : undefined;
    },
  });

/** A function that takes the same parameters and additional optional ones. */
function takesMore(line, next) {
  const [before, after] = [/^(.*)\((.*)\)(:.*)?$/.exec(line), /^(.*)\((.*)\)(:.*)?$/.exec(next)];
  if (!before || !after || before[1] !== after[1] || before[3] !== after[3]) return false;
  const rest = after[2].startsWith(before[2]) ? after[2].slice(before[2].length).replace(/^,/, '') : null;
  return rest !== null && /^\w+\?:/.test(rest);
}

/** A function that returned nothing. */
function returnsMore(line, next) {
  return line.endsWith('):void') && next.startsWith(line.slice(0, -'void'.length));
}

/** An optional field that the shell now always provides. */
function isAlwaysThere(line, next) {
  const owner = line.split('.')[0];
  return (
    !madeByRemotes.has(owner) && isOptional(line) && line.replace(`${keyOf(line)}?`, keyOf(line)) === next
  );
}
