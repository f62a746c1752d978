import { DomHandler, type Element, isTag, type ParentNode, Text } from 'domhandler';
import { decodeHTMLStrict } from 'entities';
import { Parser } from 'htmlparser2';
import { limits, unsafeEpub } from '../../limits.ts';

/**
 * Parses container, package document, contents or encryption.xml. Of the entities that it declares, only those that
 * stand for text are resolved; a file that declares another is refused.
 * @throws AppError epub_unsafe
 */
export const parseXml = (bytes: Uint8Array): ParentNode => parseXmlText(decodeMarkup(bytes));

/** As parseXml(), for a file that was decoded. @throws AppError epub_unsafe */
export function parseXmlText(text: string): ParentNode {
  const source = resolveDeclaredEntities(text);
  if (declaresEntities(source)) throw unsafeEpub('entities');
  const handler = new ShallowDom();
  const parser = new Parser(handler, { xmlMode: true });
  parser.end(resolveNamedCharacters(source));
  return handler.root;
}

/**
 * Replaces named entities such as &nbsp; with numeric ones: XHTML defines them in its document type, which XML
 * parsers do not read.
 */
export function resolveNamedCharacters(source: string): string {
  if (!source.includes('&')) return source;
  return source.replace(/&([A-Za-z][A-Za-z0-9]{1,31});/g, (reference, name: string) => {
    if (/^(amp|lt|gt|quot|apos)$/.test(name)) return reference;
    const characters = decodeHTMLStrict(reference);
    if (characters === reference) return reference;
    return Array.from(characters, (char) => `&#${char.codePointAt(0)};`).join('');
  });
}

function declaresEntities(source: string): boolean {
  if (/<!ENTITY/i.test(source)) return true;
  const start = source.search(/<!DOCTYPE/i);
  if (start === -1) return false;
  const end = source.indexOf('>', start);
  return source.slice(start, end === -1 ? undefined : end).includes('[');
}

/** Limits the depth of the tree, so that recursion is safe. */
export class ShallowDom extends DomHandler {
  override onopentag(name: string, attributes: Record<string, string>): void {
    if (this.tagStack.length > limits.depth) throw unsafeEpub('depth');
    super.onopentag(name, attributes);
  }
}

/** The name without prefix. */
const localName = (element: Element) => element.name.slice(element.name.indexOf(':') + 1);

/** Child elements with this local name, or all child elements. */
export function childElements(parent: ParentNode, name?: string): Element[] {
  const elements: Element[] = [];
  for (const node of parent.children) {
    if (isTag(node) && (name === undefined || localName(node) === name)) elements.push(node);
  }
  return elements;
}

/** The first descendant with this local name, in document order. */
export function findElement(parent: ParentNode, name: string): Element | null {
  for (const node of parent.children) {
    if (!isTag(node)) continue;
    if (localName(node) === name) return node;
    const below = findElement(node, name);
    if (below) return below;
  }
  return null;
}

/** All descendants with this local name, in document order. */
export function findElements(parent: ParentNode, name: string): Element[] {
  const elements: Element[] = [];
  const visit = (node: ParentNode) => {
    for (const child of node.children) {
      if (!isTag(child)) continue;
      if (localName(child) === name) elements.push(child);
      visit(child);
    }
  };
  visit(parent);
  return elements;
}

/** All text below a node. */
export function textOf(parent: ParentNode): string {
  let text = '';
  for (const node of parent.children) {
    if (node instanceof Text) text += node.data;
    else if ('children' in node) text += textOf(node);
  }
  return text;
}

/** An attribute by its full name, else by its local name. */
export function attribute(element: Element, name: string): string | undefined {
  const exact = element.attribs[name];
  if (exact !== undefined) return exact;
  for (const [key, value] of Object.entries(element.attribs)) if (key.endsWith(`:${name}`)) return value;
  return undefined;
}

/** Splits an attribute such as properties="nav scripted". */
export const wordsOf = (value: string | undefined) => (value ?? '').split(/\s+/).filter(Boolean);

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML cannot hold these characters
const illegal = /[\u0000-\u0008\u000B-\u001F\uFFFE\uFFFF]/g;

/** For element content and double-quoted attributes, in XML and HTML. */
export const escapeXml = (value: string) =>
  legalXml(value).replace(/[&<>"]/g, (char) => escapes[char] as string);

/** For element content only; the text must be valid already. */
export const escapeText = (value: string) =>
  /[&<>]/.test(value) ? value.replace(/[&<>]/g, (char) => escapes[char] as string) : value;

/** Removes characters that XML does not allow, even as references. */
export const legalXml = (value: string) => value.toWellFormed().replace(illegal, '');

/** An entity that stands for text: no markup, no other entity, nothing outside of the file. */
const textEntity = /<!ENTITY\s+([A-Za-z_][\w.-]*)\s+(?:"((?:[^"<%&]|&#\w+;)*)"|'((?:[^'<%&]|&#\w+;)*)')\s*>/g;
const predefined = new Set(['amp', 'lt', 'gt', 'quot', 'apos']);
const quotes: Record<string, string> = { '"': '&#34;', "'": '&#39;', '>': '&#62;' };

/**
 * Replaces references to text entities that the document type declares, and removes these declarations. All other
 * declarations are kept, and references to them are not resolved.
 * @throws AppError epub_unsafe when the text would grow by more than the limit
 */
export function resolveDeclaredEntities(source: string): string {
  if (!source.includes('<!ENTITY')) return source;
  const start = source.search(/<!DOCTYPE\s[^>[]*\[/i);
  const length = start === -1 ? -1 : source.slice(start).search(/\]\s*>/);
  if (length === -1) return source;
  const entities = new Map<string, string>();
  const rest = source.slice(start, start + length).replace(textEntity, (_, name: string, double, single) => {
    // The first declaration of a name counts.
    if (!entities.has(name) && !predefined.has(name))
      entities.set(
        name,
        String(double ?? single).replace(/["'>]/g, (char) => quotes[char] as string),
      );
    return '';
  });
  let room: number = limits.entityText;
  const text = source.slice(start + length).replace(/&([A-Za-z_][\w.-]*);/g, (reference, name: string) => {
    const value = entities.get(name);
    if (value === undefined) return reference;
    room -= value.length;
    if (room < 0) throw unsafeEpub('entities');
    return value;
  });
  const isEmpty = /\[\s*$/.test(rest);
  return source.slice(0, start) + (isEmpty ? rest.replace(/\[\s*$/, '') + text.slice(1) : rest + text);
}

/**
 * Decodes a markup or style file: by its byte order mark, its declared encoding, or as UTF-8. Line endings become \n
 * as in XML.
 */
export function decodeMarkup(bytes: Uint8Array): string {
  const label = byMark(bytes) ?? byDeclaration(bytes) ?? 'utf-8';
  let decoder: TextDecoder;
  try {
    decoder = new TextDecoder(label);
  } catch {
    decoder = new TextDecoder('utf-8');
  }
  const text = decoder.decode(bytes);
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

function byMark(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  // No byte order mark, but every other byte of '<?' is zero.
  if (bytes[0] === 0x3c && bytes[1] === 0 && bytes[3] === 0) return 'utf-16le';
  if (bytes[0] === 0 && bytes[1] === 0x3c && bytes[2] === 0) return 'utf-16be';
  return null;
}

function byDeclaration(bytes: Uint8Array): string | null {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 1024));
  const label =
    /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/i.exec(head)?.[1] ??
    /<meta[^>]*charset\s*=\s*["']?([\w.:-]+)/i.exec(head)?.[1] ??
    /^@charset "([\w.:-]+)";/.exec(head)?.[1];
  // A declaration that is readable as ASCII cannot be UTF-16.
  return label && !/^utf-?16/i.test(label) ? label : null;
}
