import { decodeXML } from 'entities';
import { escapeXml, legalXml } from '../../intake/ingest/epub/xml/xml.ts';
import { DavError } from '../../run/common/errors.ts';

/** An element of a request body, with resolved names. */
export interface DavElement {
  namespace: string;
  name: string;
  /** Attributes except namespace declarations, by their names as written. */
  attributes: ReadonlyMap<string, string>;
  children: (DavElement | string)[];
}

export const davNamespace = 'DAV:';
const xmlNamespace = 'http://www.w3.org/XML/1998/namespace';
/** The name of a namespace is repeated with each of its elements in an answer. */
const limits = { depth: 20, elements: 1_000, prefixes: 50, namespace: 300 };

const token =
  /<\?[^>]*\?>|<!--(?:(?!--)[\s\S])*-->|<\/([^\s<>/]+)\s*>|<([^\s<>/!?=]+)((?:\s+[^\s<>/=]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|<!\[CDATA\[((?:(?!\]\]>)[\s\S])*)\]\]>|([^<]+)/gy;
const attributePattern = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const namePattern = /^[\p{L}_][\p{L}\p{N}._-]*$/u;

/**
 * Parses a request body strictly: it must be well-formed without a document type, so there are no entities to expand.
 * @throws DavError 400
 */
export function parseDavXml(source: string): DavElement {
  const open: { element: DavElement; raw: string; scope: ReadonlyMap<string, string> }[] = [];
  const text = source.replace(/^\ufeff/, '');
  let root: DavElement | null = null;
  let count = 0;
  token.lastIndex = 0;
  for (let at = 0; at < text.length; at = token.lastIndex) {
    token.lastIndex = at;
    const match = token.exec(text);
    if (match === null) throw malformed();
    const [, closing, name, attributes = '', empty, characters, words] = match;
    const parent = open.at(-1);
    if (closing !== undefined) {
      if (open.pop()?.raw !== closing) throw malformed();
    } else if (name !== undefined) {
      count += 1;
      if (count > limits.elements || open.length >= limits.depth || (parent === undefined && root !== null))
        throw malformed();
      const { element, scope } = elementOf(name, attributes, parent?.scope ?? new Map());
      if (parent) parent.element.children.push(element);
      else root = element;
      if (empty === '') open.push({ element, raw: name, scope });
    } else if (characters !== undefined || words !== undefined) {
      const content = characters ?? decoded(words ?? '');
      if (parent) parent.element.children.push(content);
      else if (content.trim() !== '') throw malformed();
    }
  }
  if (root === null || open.length > 0) throw malformed();
  return root;
}

function elementOf(raw: string, written: string, outer: ReadonlyMap<string, string>) {
  const scope = new Map(outer);
  const attributes = new Map<string, string>();
  for (const [, name = '', double, single] of written.matchAll(attributePattern)) {
    const value = decoded(double ?? single ?? '');
    const [, prefix] = /^xmlns(?::(.+))?$/.exec(name) ?? [];
    if (name === 'xmlns') scope.set('', value);
    else if (prefix === undefined) {
      if (attributes.has(name)) throw malformed();
      attributes.set(name, value);
    } else if (value === '') throw malformed();
    else scope.set(prefix, value);
  }
  const namespaces = [...scope.values()];
  if (namespaces.length > limits.prefixes || namespaces.some((each) => each.length > limits.namespace))
    throw malformed();
  const [local = '', prefix = ''] = raw.split(':').reverse();
  const namespace = prefix === 'xml' ? xmlNamespace : (scope.get(prefix) ?? '');
  const isUnknown = prefix !== '' && namespace === '';
  if (isUnknown || raw.split(':').length > 2 || !namePattern.test(local)) throw malformed();
  const element: DavElement = { namespace, name: local, attributes, children: [] };
  return { element, scope };
}

function decoded(text: string): string {
  if (/&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-fA-F]{1,6});)/.test(text)) throw malformed();
  return legalXml(decodeXML(text));
}

const malformed = () => new DavError(400, 'This XML cannot be read.');

/** Child elements with this name in the DAV: namespace. */
export const davChildren = ({ children }: DavElement, name: string): DavElement[] =>
  children.filter(
    (child): child is DavElement =>
      typeof child !== 'string' && child.namespace === davNamespace && child.name === name,
  );

export const childElements = ({ children }: DavElement): DavElement[] =>
  children.filter((child): child is DavElement => typeof child !== 'string');

/** Serializes an element with its own namespace declaration. */
export function serialize({ namespace, name, attributes, children }: DavElement): string {
  const tag = namespace === davNamespace ? `D:${name}` : name;
  const declared = namespace === davNamespace ? '' : ` xmlns="${escapeXml(namespace)}"`;
  // Prefixed attributes would need their declarations; WebDAV itself uses xml:lang only.
  const serialized = [...attributes].filter(([key]) => !key.includes(':') || key === 'xml:lang');
  const written = serialized.map(([key, value]) => ` ${key}="${escapeXml(value)}"`).join('');
  const inside = children
    .map((child) => (typeof child === 'string' ? escapeXml(child) : serialize(child)))
    .join('');
  return inside === '' ? `<${tag}${declared}${written}/>` : `<${tag}${declared}${written}>${inside}</${tag}>`;
}
