import { decodeXML } from 'entities';
import { limits, unsafeEpub } from '../../limits.ts';
import { resolveNamedCharacters } from '../xml/xml.ts';
import type { DocumentWriter } from './DocumentWriter.ts';

/**
 * A fast scanner for simple, well-formed XML. Anything unusual (a document type with declarations, CDATA, a stray &
 * or <, mismatched tags) is left to the full parser. It has no part in sanitizing: it reports the markup to the
 * writer, which applies the rules.
 * @returns false when it gave up; the output of the writer is then invalid
 * @throws AppError epub_unsafe when it is nested too deeply
 */
export function scanXml(source: string, writer: DocumentWriter): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML cannot hold these
  if (/[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/.test(source) || !source.isWellFormed()) return false;
  /** Names of open elements. */
  const open: string[] = [];
  for (let at = 0; at < source.length; ) {
    const tag = source.indexOf('<', at);
    const textEnd = tag === -1 ? source.length : tag;
    if (textEnd > at && !scanText(source, at, textEnd, writer, open.length)) return false;
    if (tag === -1) break;
    const next = source.charCodeAt(tag + 1);
    if (next === slash) {
      at = source.indexOf('>', tag) + 1;
      const name = open.pop();
      if (at === 0 || name === undefined || !isClosing(source, tag, at, name)) return false;
      writer.close(tag, at);
    } else if (next === exclamation || next === question) {
      at = scanAside(source, tag, writer);
      if (at === -1) return false;
    } else {
      if (open.length >= limits.depth) throw unsafeEpub('depth');
      const end = source.indexOf('>', tag) + 1;
      if (end === 0) return false;
      const knownTag = writer.openKnown(source.slice(tag, end), tag, end);
      const start = knownTag === null ? scanTag(source, tag) : null;
      if (knownTag === null && start === null) return false;
      at = start?.end ?? end;
      if (start) writer.open(start.name, start.attributes, source.slice(tag, at));
      if (source.charCodeAt(at - 2) === slash) writer.close();
      else open.push(knownTag ?? (start as StartTag).name);
    }
  }
  return open.length === 0;
}

const [slash, exclamation, question] = [0x2f, 0x21, 0x3f];

function scanText(source: string, from: number, to: number, writer: DocumentWriter, depth: number): boolean {
  const text = source.slice(from, to);
  if (!text.includes('&')) {
    writer.plainText(text, from, to);
    return true;
  }
  // A parser would report white space outside of the body in several pieces.
  const decoded = depth > 1 ? decode(text) : null;
  if (decoded !== null) writer.text(decoded);
  return decoded !== null;
}

function isClosing(source: string, from: number, to: number, name: string): boolean {
  if (!source.startsWith(name, from + 2)) return false;
  const rest = from + 2 + name.length;
  return rest === to - 1 || /^\s*>$/.test(source.slice(rest, to));
}

/**
 * Scans a comment, document type or instruction.
 * @returns its end; -1 for the full parser
 */
function scanAside(source: string, from: number, writer: DocumentWriter): number {
  if (source.startsWith('<!--', from)) {
    const end = source.indexOf('-->', from + 4);
    const plain = end !== -1 && !/^-?>|--!?>|--$/.test(source.slice(from + 4, end));
    return plain ? end + 3 : -1;
  }
  const end = source.indexOf('>', from);
  const inside = source.slice(from + 1, end === -1 ? undefined : end);
  if (end === -1 || inside.includes('[')) return -1;
  if (inside.startsWith('!')) return /^!DOCTYPE\s/i.test(inside) ? end + 1 : -1;
  if (/^\?xml-stylesheet(?=[\s?])/i.test(inside)) writer.styleSheetInstruction(inside);
  return end + 1;
}

interface StartTag {
  name: string;
  attributes: Record<string, string>;
  end: number;
}

const namePattern = /[A-Za-z_][\w.:-]*/y;
const attributePattern = /\s+([A-Za-z_][\w.:-]*)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;
const endPattern = /\s*\/?>/y;

function scanTag(source: string, from: number): StartTag | null {
  namePattern.lastIndex = from + 1;
  const name = namePattern.exec(source)?.[0];
  if (name === undefined) return null;
  const attributes: Record<string, string> = {};
  let at = namePattern.lastIndex;
  for (;;) {
    attributePattern.lastIndex = at;
    const match = attributePattern.exec(source);
    if (!match) break;
    at = attributePattern.lastIndex;
    const key = match[1] as string;
    const value = match[2] ?? match[3] ?? '';
    const decoded = value.includes('&') ? decode(value) : value;
    if (decoded === null || key === '__proto__' || Object.hasOwn(attributes, key)) return null;
    attributes[key] = decoded;
  }
  endPattern.lastIndex = at;
  return endPattern.test(source) ? { name, attributes, end: endPattern.lastIndex } : null;
}

/** @returns null for an & that is not a reference */
function decode(text: string): string | null {
  const numbered = resolveNamedCharacters(text);
  return /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-fA-F]{1,6});)/.test(numbered)
    ? null
    : decodeXML(numbered);
}
