import { escapeXml } from '../xml/xml.ts';
import {
  htmlAttributes,
  htmlInside,
  mathAttributes,
  namespaces,
  svgAttributes,
  type Vocabulary,
} from './allowedMarkup.ts';
import { sanitizeCss } from './sanitizeCss.ts';
import type { DocumentPolicy } from './sanitizedDocument.ts';

export interface SourceAttribute {
  vocabulary: Vocabulary | 'none';
  /** Lower case, without prefix. */
  name: string;
  value: string;
}

/**
 * The safe attributes of an element, ready to write.
 * @param element lower-case name without prefix
 */
export function safeAttributes(
  vocabulary: 'html' | 'svg' | 'math',
  element: string,
  source: readonly SourceAttribute[],
  policy: DocumentPolicy,
): Map<string, string> {
  const result = new Map<string, string>();
  const put = (name: string, value: string | null | undefined) => {
    if (value !== null && value !== undefined && !result.has(name)) result.set(name, value);
  };
  for (const { vocabulary: space, name, value } of source) {
    if (space === 'xml') {
      if (name === 'lang') put('xml:lang', value);
      else if (name === 'space' && vocabulary === 'svg') put('xml:space', value);
    } else if (space === 'epub') {
      if (name === 'type' || name === 'prefix') put(`epub:${name}`, value);
    } else if (space === 'xlink') {
      if (vocabulary === 'svg') svgReference(element, 'xlink:href', name, value, policy, put);
    } else if (space !== 'none') {
      // An attribute of another vocabulary.
    } else if (name === 'style') {
      put('style', sanitizeCss(value, policy.style));
    } else if (/^(aria|data)-[a-z0-9_.-]+$/.test(name)) {
      put(name, value);
    } else if (vocabulary === 'html') {
      if (htmlAttributes.has(name)) put(name, value);
      else htmlReference(element, name, value, policy, put);
    } else if (vocabulary === 'math') {
      if (mathAttributes.has(name)) put(name, value);
    } else {
      const spelled = svgAttributes.get(name);
      if (spelled === 'attributeName')
        put(spelled, svgAttributes.has(value.trim().toLowerCase()) ? value : null);
      else if (spelled !== undefined)
        put(spelled, /url|image|\\/i.test(value) ? sanitizeCss(value, policy.style) : value);
      else svgReference(element, 'href', name, value, policy, put);
    }
  }
  if (vocabulary === 'html' && (element === 'audio' || element === 'video')) put('controls', 'controls');
  // Hyphenation and speech use `lang`; XML authors often set only xml:lang.
  const language = result.get('xml:lang');
  if (language !== undefined) put('lang', language);
  return result;
}

type Put = (name: string, value: string | null | undefined) => void;

function htmlReference(element: string, name: string, value: string, policy: DocumentPolicy, put: Put): void {
  if (name === 'href' && (element === 'a' || element === 'area')) hyperlink('href', value, policy, put);
  else if (name === 'src' && element === 'img') put('src', policy.picture(value));
  else if (name === 'src' && /^(audio|video|source|track)$/.test(element)) put('src', policy.resource(value));
  else if (name === 'poster' && element === 'video') put('poster', policy.picture(value));
  else if (name === 'srcset' && /^(img|source)$/.test(element)) put('srcset', candidates(value, policy));
}

function svgReference(
  element: string,
  as: string,
  name: string,
  value: string,
  policy: DocumentPolicy,
  put: Put,
): void {
  if (name !== 'href') return;
  if (element === 'a') hyperlink(as, value, policy, put);
  else if (element === 'image' || element === 'feimage') put(as, policy.picture(value));
  // References within the drawing: <use>, gradients, text paths.
  else if (value.trim().startsWith('#')) put(as, value.trim());
}

function hyperlink(as: string, value: string, policy: DocumentPolicy, put: Put): void {
  const link = policy.link(value);
  if (!link) return;
  put(as, link.address);
  if (!link.outside) return;
  put('target', '_blank');
  put('rel', 'noreferrer noopener');
}

function candidates(value: string, policy: DocumentPolicy): string | null {
  const safe: string[] = [];
  for (const candidate of value.slice(0, 4_000).split(/,\s+/)) {
    const [address = '', descriptor = ''] = candidate.trim().split(/\s+/, 2);
    const picture = policy.picture(address);
    if (picture && !picture.startsWith('data:'))
      safe.push(`${picture} ${/^[\d.]+[wx]$/.test(descriptor) ? descriptor : ''}`.trim());
  }
  return safe.length > 0 ? safe.join(', ') : null;
}

export function writeAttributes(attributes: ReadonlyMap<string, string>): string {
  let written = '';
  for (const [name, value] of attributes) written += ` ${name}="${escapeXml(value)}"`;
  return written;
}

/**
 * The value of an attribute without prefix.
 * @param name lower case
 */
export const plainValue = (source: readonly SourceAttribute[], name: string) =>
  source.find((attribute) => attribute.vocabulary === 'none' && attribute.name === name)?.value;

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
