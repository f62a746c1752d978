import { DomHandler, type Element, isTag, type ParentNode, Text } from 'domhandler';
import { decodeHTMLStrict } from 'entities';
import { Parser } from 'htmlparser2';
import { limits } from '../../limits.ts';
import { unsafeEpub } from '../../unsafeEpub.ts';
import { resolveDeclaredEntities } from './declaredEntities.ts';
import { decodeMarkup } from './encoding.ts';

/**
 * Parses container, package document, contents or encryption.xml. Of the entities that it declares, only those that
 * stand for text are resolved; a file that declares another is refused.
 * @throws AppError epub_unsafe
 */
export function parseXml(bytes: Uint8Array): ParentNode {
  const source = resolveDeclaredEntities(decodeMarkup(bytes));
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
class ShallowDom extends DomHandler {
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
