import { htmlInside, namespaces, type Vocabulary } from './allowedMarkup.ts';
import type { SourceAttribute } from './elementAttributes.ts';

const vocabularyOf = new Map<string, Vocabulary>([
  [namespaces.svg, 'svg'],
  [namespaces.math, 'math'],
  [namespaces.epub, 'epub'],
  [namespaces.xlink, 'xlink'],
  [namespaces.xml, 'xml'],
]);

/** Default meaning of undeclared prefixes; all others mean HTML. */
const customary: [string, Vocabulary][] = [
  ['xml', 'xml'],
  ['xlink', 'xlink'],
  ['epub', 'epub'],
  ['ops', 'epub'],
  ['svg', 'svg'],
  ['m', 'math'],
  ['mml', 'math'],
  ['math', 'math'],
];

/**
 * Resolves the vocabulary of a name. Prefixes are looked up in all declarations of the page so far, which is more
 * lenient than XML. This is safe, because only allowed names of that vocabulary are written.
 */
export class NamespaceScope {
  readonly #prefixes = new Map(customary);
  /** Number of times a prefix was redefined. */
  changes = 0;

  element(
    rawName: string,
    attributes: Record<string, string>,
    parent: { vocabulary: Vocabulary; name: string } | undefined,
  ): { vocabulary: Vocabulary; name: string } {
    for (const [key, value] of Object.entries(attributes)) {
      // Old drawing programs put namespaces into entities, which are not resolved; the default applies.
      if (key.startsWith('xmlns:') && !value.startsWith('&')) {
        const [prefix, vocabulary] = [key.slice(6), vocabularyOf.get(value.trim()) ?? 'html'];
        if (this.#prefixes.get(prefix) !== vocabulary) this.changes += 1;
        this.#prefixes.set(prefix, vocabulary);
      }
    }
    const colon = rawName.indexOf(':');
    const name = rawName.slice(colon + 1).toLowerCase();
    if (colon > 0) {
      return { vocabulary: this.#prefixes.get(rawName.slice(0, colon)) ?? 'html', name };
    }
    if (name === 'svg') return { vocabulary: 'svg', name };
    if (name === 'math') return { vocabulary: 'math', name };
    const declared = attributes.xmlns?.startsWith('&') === false ? attributes.xmlns.trim() : null;
    if (declared !== null) return { vocabulary: vocabularyOf.get(declared) ?? 'html', name };
    // Inside <epub:case> an unprefixed name means what it meant outside.
    const isInHtml = parent === undefined || htmlInside.has(parent.name) || parent.vocabulary === 'epub';
    return { vocabulary: isInHtml ? 'html' : parent.vocabulary, name };
  }

  attributes(attributes: Record<string, string>): SourceAttribute[] {
    const result: SourceAttribute[] = [];
    for (const [key, value] of Object.entries(attributes)) {
      const colon = key.indexOf(':');
      const vocabulary = colon > 0 ? (this.#prefixes.get(key.slice(0, colon)) ?? 'html') : 'none';
      result.push({ vocabulary, name: key.slice(colon + 1).toLowerCase(), value });
    }
    return result;
  }
}
