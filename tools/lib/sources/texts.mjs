/** Finds the texts in the code: translated ones, and those that are not translated yet. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';
import { root } from '../paths.mjs';
import { filesBelow, textsOfContent } from '../registry/publish.mjs';

/**
 * @typedef {object} FileTexts
 * @property {string[]} keys translated English texts: arguments of `t` and of `text`
 * @property {string[]} bare visible English texts that are not translated
 */

/** Attributes whose text is visible or announced. */
const spoken = new Set([
  'alt',
  'aria-label',
  'aria-description',
  'label',
  'placeholder',
  'title',
  'description',
  'message',
]);
/** Fields of tables that are shown; a table marks its texts with `text`. */
const shown = new Set(['label', 'shortLabel', 'badgeText']);
/** Identical in every language. */
const names =
  /^(Lectern|EPUB|PDF|ISBN|CSV|JSON|Markdown|Ctrl|Cmd|Esc|Enter|Tab|Shift|Alt|Goodreads|StoryGraph|Readwise|[A-Z]|https?:\S*)$/;

/** Source files of a workspace that ship. */
export function sourcesOf(workspace) {
  return filesBelow(join(root, workspace, 'src'))
    .map((file) => `${workspace}/src/${file}`)
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\/|\.d\.ts$/.test(file));
}

/** The texts of a remote's remote.json. @param {string} workspace */
export function describedTexts(workspace) {
  const file = join(root, workspace, 'remote.json');
  return existsSync(file) ? textsOfContent(JSON.parse(readFileSync(file, 'utf8'))) : [];
}

/** @param {string} file path from the root of the checkout @returns {FileTexts} */
export function textsIn(file) {
  return textsOf(readFileSync(join(root, file), 'utf8'), file.endsWith('.tsx'));
}

/** The texts of the server: its table of errors, and the sentences of its routes. */
export function serverTexts() {
  const table = readFileSync(join(root, 'server/src/run/common/errors.ts'), 'utf8');
  const own = filesBelow(join(root, 'server/src'))
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => {
      const found = [];
      walk(parse(readFileSync(join(root, 'server/src', file), 'utf8'), false), (node) => {
        if (node.type === 'NewExpression' && node.callee.value === 'AppError')
          found.push(...literalsIn(node.arguments?.[1]?.expression));
        if (node.type === 'CallExpression' && node.callee.value === 'text')
          found.push(...literalsIn(node.arguments[0]?.expression));
      });
      return found;
    });
  const listed = [];
  walk(parse(table, false), (node) => {
    if (node.type === 'ArrayExpression' && node.elements[0]?.expression.type === 'NumericLiteral')
      listed.push(...literalsIn(node.elements[1]?.expression));
  });
  return [...new Set([...listed, ...own])];
}

const parse = (source, tsx) =>
  parseSync(source, { syntax: 'typescript', tsx, target: 'esnext', explicitResourceManagement: true });

/** @returns {FileTexts} */
export function textsOf(source, tsx = true) {
  const keys = new Set();
  const bare = new Set();
  walk(parse(source, tsx), (node) => {
    if (node.type === 'CallExpression' && /^(t|text)$/.test(calleeOf(node)))
      for (const text of literalsIn(node.arguments[0]?.expression)) keys.add(text);
    if (node.type === 'JSXText' && isWords(node.value)) bare.add(node.value.trim().replaceAll(/\s+/g, ' '));
    if (
      node.type === 'KeyValueProperty' &&
      shown.has(node.key.value) &&
      node.value.type === 'StringLiteral' &&
      /^\p{Lu}/u.test(node.value.value)
    )
      if (isWords(node.value.value)) bare.add(node.value.value);
    if (
      node.type === 'JSXAttribute' &&
      spoken.has(attributeName(node)) &&
      node.value?.type === 'StringLiteral'
    )
      if (isWords(node.value.value)) bare.add(node.value.value);
  });
  return { keys: [...keys], bare: [...bare] };
}

function calleeOf({ callee }) {
  if (callee.type === 'Identifier') return callee.value;
  return callee.type === 'MemberExpression' && callee.property.type === 'Identifier'
    ? callee.property.value
    : '';
}

/** The possible literal values of an expression: `a ? 'x' : 'y'` has both. */
function literalsIn(node) {
  switch (node?.type) {
    case 'StringLiteral':
      return [node.value];
    case 'TemplateLiteral':
      return node.expressions.length === 0 ? [node.quasis[0].cooked] : [];
    case 'ConditionalExpression':
      return [...literalsIn(node.consequent), ...literalsIn(node.alternate)];
    case 'BinaryExpression': {
      const [left, right] = [literalsIn(node.left), literalsIn(node.right)];
      if (node.operator !== '+') return [...left, ...right];
      return left.length === 1 && right.length === 1 ? [left[0] + right[0]] : [];
    }
    case 'ParenthesisExpression':
    case 'TsAsExpression':
    case 'TsConstAssertion':
      return literalsIn(node.expression);
    default:
      return [];
  }
}

const attributeName = ({ name }) => (name.type === 'Identifier' ? name.value : '');
const isWords = (text) =>
  /\p{L}{2}/u.test(text) &&
  text
    .trim()
    .split(/[\s/·+,]+/)
    .some((word) => /\p{L}{2}/u.test(word) && !names.test(word));

function walk(node, visit) {
  if (Array.isArray(node)) for (const each of node) walk(each, visit);
  else if (node !== null && typeof node === 'object') {
    if (typeof node.type === 'string') visit(node);
    for (const value of Object.values(node)) if (typeof value === 'object') walk(value, visit);
  }
}
