import { withoutEpubPrefixes } from './epubStyles.ts';

const xhtml = 'http://www.w3.org/1999/xhtml';
/** URLs in a style sheet: url(…), quoted or not, and @import. */
const addresses =
  /(url\(\s*)(?:"([^"]*)"|'([^']*)'|([^"')\s]+))(\s*\))|(@import\s+)(?:"([^"]*)"|'([^']*)')/gi;

/** Fetches a style sheet by absolute URL; null when it is not part of the book, or missing. */
type FetchSheet = (address: string) => Promise<string | null>;

/**
 * Inlines a chapter's style sheets with their imports, so that it is styled immediately, and later without requests.
 * A style sheet that cannot be loaded remains a link.
 * @param address of the chapter
 */
export async function inlineStylesheets(
  chapter: Document,
  address: string,
  fetchSheet: FetchSheet,
): Promise<void> {
  const sources = [...chapter.querySelectorAll('link[rel~="stylesheet"][href], style')];
  const budget = importBudget();
  await Promise.all(
    sources.map(async (source) => {
      const isLink = source.localName === 'link';
      const sheet = isLink ? new URL(source.getAttribute('href') ?? '', address).href : address;
      const text = isLink ? await fetchSheet(sheet).catch(() => null) : source.textContent;
      if (text === null || (!isLink && !text.includes('@import'))) return;
      const texts = await withImports(address, { address: sheet, text }, fetchSheet, budget);
      source.replaceWith(
        ...texts.map((css) => {
          const style = chapter.createElementNS(xhtml, 'style');
          for (const name of ['media', 'title'])
            if (source.hasAttribute(name)) style.setAttribute(name, source.getAttribute(name) ?? '');
          style.textContent = withoutEpubPrefixes(css);
          return style;
        }),
      );
    }),
  );
}

/** Matches the start of a style sheet with an import: its URL and conditions. */
const beginning = /^(?:\s+|\/\*[\s\S]*?\*\/|@charset[^;]*;|@import\s+(?:url\("[^"]*"\)|"[^"]*")[^;{}]*;)*/i;
const importRule = /@import\s+(?:url\("([^"]*)"\)|"([^"]*)")([^;{}]*);/gi;
const brackets = String.raw`\((?:[^()]|\([^()]*\))*\)`;
/** Conditions of an import: a layer, a feature query and media queries. */
const conditions = new RegExp(
  String.raw`^(layer\b(?:\([^()]*\))?)? ?(?:supports(${brackets}))? ?((?:[^()]|${brackets})*)$`,
  'i',
);
const longestCondition = 1_000;

/** What the style sheets of a chapter may still import. The rest is dropped: sheets may import one another often. */
interface ImportBudget {
  sheets: number;
  characters: number;
}
const importBudget = (): ImportBudget => ({ sheets: 200, characters: 10_000_000 });

/** Resolves the imports of a style sheet. Those that cannot be loaded stay; circular ones are dropped. */
async function withImports(
  chapter: string,
  { address, text }: { address: string; text: string },
  fetchSheet: FetchSheet,
  budget: ImportBudget,
  importing: readonly string[] = [address],
): Promise<string[]> {
  const moved = asSeenFrom(chapter, text, address);
  const [head = ''] = beginning.exec(moved) ?? [];
  let otherRules = head;
  const imported: string[] = [];
  for (const [rule, url, name, condition = ''] of head.matchAll(importRule)) {
    const target = new URL(url ?? name ?? '', chapter).href;
    const isDropped = importing.includes(target) || budget.sheets <= 0 || budget.characters <= 0;
    const sheet = isDropped ? '' : await fetchSheet(target).catch(() => null);
    if (sheet === null) continue;
    otherRules = otherRules.replace(rule, () => '');
    if (isDropped) continue;
    budget.sheets -= 1;
    budget.characters -= sheet.length;
    const source = { address: target, text: sheet };
    const texts = await withImports(chapter, source, fetchSheet, budget, [...importing, target]);
    imported.push(...texts.map((css) => underConditions(css, condition.replace(/\s+/g, ' ').trim())));
  }
  return [...imported, otherRules + moved.slice(head.length)];
}

/** @param condition with single spaces */
function underConditions(css: string, condition: string): string {
  const [, layer, feature, media] = conditions.exec(condition.slice(0, longestCondition)) ?? [];
  const rules = [media && `@media ${media}`, feature && `@supports ${feature}`, layer && layerRule(layer)];
  return rules.reduce<string>((inner, rule) => (rule ? `${rule} {\n${inner}\n}` : inner), css);
}

/** An import names its layer in brackets. */
const layerRule = (layer: string) => `@layer ${layer.slice('layer'.length).replace(/[()]/g, '')}`;

/** Rewrites the URLs of a style sheet relative to the chapter, since the book's base may change. */
export function asSeenFrom(chapter: string, text: string, sheet: string): string {
  return text.replace(
    addresses,
    (whole, url, double, single, bare, end, rule, importDouble, importSingle) => {
      const given: string = double ?? single ?? bare ?? importDouble ?? importSingle ?? '';
      const moved = relative(given, sheet, chapter);
      if (moved === null) return whole;
      return url ? `${url}"${moved}"${end}` : `${rule}"${moved}"`;
    },
  );
}

/** Null for absolute URLs. */
function relative(given: string, from: string, to: string): string | null {
  if (given === '' || /^(?:[a-z][a-z\d+.-]*:|\/|#)/i.test(given)) return null;
  const target = new URL(given, from);
  const here = new URL(to);
  const [wanted, own] = [target.pathname.split('/'), here.pathname.split('/').slice(0, -1)];
  let same = 0;
  while (same < own.length && wanted[same] === own[same]) same++;
  const path = [...own.slice(same).map(() => '..'), ...wanted.slice(same)].join('/');
  return `${path}${target.search}${target.hash}`.replaceAll('"', '%22');
}
