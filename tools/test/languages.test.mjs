import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { remoteNames, root } from '../lib/paths.mjs';
import { sourcesOf } from '../lib/sources/texts.mjs';

/** Patterns that no text of a language may contain; the terms to use are in docs/glossary. */
const avoided = [
  ['fr', /« | [;:?!»]/, 'a plain space where French has one that does not break'],
  ['zh-CN', /您/, '您: readers are 你'],
  ['zh-CN', /高亮/, '高亮: a highlight is 划线'],
  ['zh-CN', /[\u4e00-\u9fff][,;?]/, 'marks of half width'],
  ['ja', /マーク(?!ダウン)|印を/, 'マーク: a highlight is ハイライト'],
  ['ja', /ブラウザー/, 'ブラウザー: ブラウザ'],
  ['ja', /端末/, '端末: デバイス'],
  ['ar', /التتابع|مواظب/, 'another word for a streak than سلسلة القراءة'],
  ['ar', /الترشيح|المرشّح/, 'another word for a filter than تصفية'],
  ['de', /\bCtrl\b/, 'Ctrl: Strg'],
  ['de', /(?<=[\p{Ll},] )(?:Sie|Ihr(?:e[nmrs]?)?)(?!\p{L})/u, 'Sie: readers are du'],
  ['es', /\bobjetivos?\b/i, 'objetivo: a goal is meta'],
  ['pt-BR', /(?<![\p{L}-])(?:[oa]s?) (?:seu|sua)s?(?!\p{L})/iu, 'an article before a possessive'],
];

/** @param keys checks the English texts instead */
const textsOf = (language, keys = false) =>
  ['shell', ...remoteNames(), 'server'].flatMap((workspace) => {
    const folder = join(root, workspace, 'src', 'locales');
    if (!readdirSync(folder).includes(`${language}.json`)) return [];
    const texts = JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8'));
    return keys ? Object.keys(texts) : Object.values(texts);
  });

describe('[X-18] consistent terms, form of address and punctuation', () => {
  for (const [language, pattern, what] of avoided)
    it(`${language}: no ${what}`, () => {
      assert.deepEqual(
        textsOf(language).filter((text) => pattern.test(text)),
        [],
      );
    });
});

const guides = join(root, 'server', 'sampleBook');

describe('[X-13] the guide uses the same labels as the pages', () => {
  for (const file of readdirSync(guides).filter((name) => name.endsWith('.xhtml')))
    it(file, () => {
      const [, language] = file.split('.');
      const texts = textsOf(language === 'en' ? 'de' : language, language === 'en');
      const shown = new Set(texts.map((text) => text.replaceAll('\u00ad', '')));
      const named = readFileSync(join(guides, file), 'utf8').matchAll(/<em>([^<]+)<\/em>/g);
      assert.deepEqual(
        [...named].map(([, name]) => name).filter((name) => !shown.has(name)),
        [],
      );
    });
});

it('[X-13] error messages are translated', () => {
  const untranslated = ['client', 'shell', ...remoteNames()].flatMap((workspace) =>
    sourcesOf(workspace).filter((file) =>
      /show\(\{[^}]*message: (?:asHostError|errorMessage)\(/.test(readFileSync(join(root, file), 'utf8')),
    ),
  );
  assert.deepEqual(untranslated, []);
});

/** Never 1, or not a number: points of an achievement, stars of a liked book, requested days, a filter's name. */
const neverOne = /\{\{(points|stars|days|seconds|filter|to)\}\}|\{\{number\}\} (?:more )?matches/;

it('[X-14] a placeholder for a number is named count, so that each language has its plural forms', () => {
  const keys = ['shell', ...remoteNames()].flatMap((workspace) =>
    Object.keys(JSON.parse(readFileSync(join(root, workspace, 'src', 'locales', 'de.json'), 'utf8'))),
  );
  const things =
    'books|pages|notes|highlights|minutes|hours|days|seconds|sessions|points|stars|visits|words|matches|files|readers|goals';
  const counted = new RegExp(`\\{\\{(?!count\\}\\})\\w+\\}\\} (?:more )?(?:${things})\\b`);
  assert.deepEqual(
    keys.filter((key) => counted.test(key) && !neverOne.test(key)),
    [],
  );
});
