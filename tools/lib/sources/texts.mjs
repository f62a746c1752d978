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
const spoken = new Set(
  'alt aria-label aria-description label placeholder title description message'.split(' '),
);
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
  const found = filesBelow(join(root, 'server/src'))
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => {
      const texts = [];
      const take = (node) => texts.push(...literalsIn(node?.expression));
      walk(parse(readFileSync(join(root, 'server/src', file), 'utf8'), false), (node) => {
        if (node.type === 'NewExpression' && node.callee.value === 'AppError') take(node.arguments?.[1]);
        if (node.type === 'CallExpression' && node.callee.value === 'text') take(node.arguments[0]);
        if (file !== 'run/common/errors.ts' || node.type !== 'ArrayExpression') return;
        if (node.elements[0]?.expression.type === 'NumericLiteral') take(node.elements[1]);
      });
      return texts;
    });
  return [...new Set(found)];
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
    if (node.value?.type !== 'StringLiteral' || !isWords(node.value.value)) return;
    const text = node.value.value;
    const isShown = node.type === 'KeyValueProperty' && shown.has(node.key.value) && /^\p{Lu}/u.test(text);
    if (isShown || (node.type === 'JSXAttribute' && spoken.has(node.name.value))) bare.add(text);
  });
  return { keys: [...keys], bare: [...bare] };
}

function calleeOf({ callee }) {
  return (callee.type === 'MemberExpression' ? callee.property.value : callee.value) ?? '';
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
