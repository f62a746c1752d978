import { Parser } from 'htmlparser2';
import { limits, unsafeEpub } from '../../limits.ts';
import { resolveDeclaredEntities, resolveNamedCharacters } from '../xml/xml.ts';
import { DocumentWriter } from './DocumentWriter.ts';
import type { SanitizedDocument, SanitizeOptions } from './sanitizedDocument.ts';
import { scanXml } from './scanXml.ts';

/**
 * Sanitizes a page of a book.
 *
 * It applies an allow-list to the events of htmlparser2 instead of using sanitize-html or a deny-list: the page must
 * remain XHTML with namespaces, ruby, MathML and SVG in their spelling, its URLs must be checked against the files of
 * the book, and text offsets must match the written output. The output means the same to XML and HTML parsers
 * (epub.js converts one into the other): every foreign < is escaped, there are no comments and no raw-text elements,
 * and only void elements are empty.
 *
 * @throws AppError epub_unsafe when it is nested too deeply
 */
export function sanitizeDocument(original: string, options: SanitizeOptions): SanitizedDocument {
  const source = resolveDeclaredEntities(original);
  return withFirstCases(options, (pass) => sanitizeSource(source, pass));
}

/** Makes a second pass where nothing of an epub:switch would be shown. */
function withFirstCases(
  options: SanitizeOptions,
  sanitize: (options: SanitizeOptions) => SanitizedDocument,
): SanitizedDocument {
  const document = sanitize(options);
  return document.emptySwitches ? sanitize({ ...options, firstCases: document.emptySwitches }) : document;
}

function sanitizeSource(source: string, options: SanitizeOptions): SanitizedDocument {
  const asXml = looksLikeXml(source);
  const wellFormed = asXml ? (scanDocument(source, options) ?? parseDocument(source, options, true)) : null;
  const document = wellFormed ?? (parseDocument(source, options, false) as SanitizedDocument);
  const malformed = asXml ? !wellFormed || hasBadName(source) : isNoPage(source);
  return malformed ? { ...document, malformed: true } : document;
}

/** Whether to parse a page as XML; if it is not well-formed, it is parsed again as HTML. */
const looksLikeXml = (source: string) => /^\s*<\?xml\b|xmlns\s*=/.test(source.slice(0, 2_000));

/**
 * Like `sanitizeDocument`, but reports to an observer where each part of the page ends up in the served text.
 * @param begin creates the observer; called again when the page is parsed another time
 * @throws AppError epub_unsafe when it is nested too deeply
 */
export function observeDocument(
  original: string,
  options: SanitizeOptions,
  begin: () => SourceObserver,
): SanitizedDocument {
  const source = resolveDeclaredEntities(original);
  return withFirstCases(options, (pass) => {
    const asXml = looksLikeXml(source) ? parseDocument(source, pass, true, begin()) : null;
    return asXml ?? (parseDocument(source, pass, false, begin()) as SanitizedDocument);
  });
}

/** Receives the content of a page in order. `at` is the length of the served text so far. */
export interface SourceObserver {
  open(name: string, attributes: Record<string, string>, at: number): void;
  close(at: number): void;
  /**
   * A piece of text. Adjacent pieces form one text, unless `split` was called in between.
   * @param raw the source, with references not resolved
   */
  text(piece: { data: string; raw: string; from: number; to: number }): void;
  /** A comment, an instruction, or the edge of a CDATA section. */
  split(): void;
}

/** Content without markup, or binary data. */
const isNoPage = (source: string) => !/<[a-z!?]/i.test(source) || /[\0\uFFFD]/.test(source);

/** A name has at most one prefix, but parsers without namespace support accept any number of colons. */
const hasBadName = (source: string) =>
  source.includes('::') && /<\/?[A-Za-z_][\w.-]*::[\w.:-]*[\s/>]/.test(source);

/** @returns null when the page needs the full parser */
export function scanDocument(source: string, options: SanitizeOptions): SanitizedDocument | null {
  const writer = new DocumentWriter(options, true, source);
  return scanXml(source, writer) ? writer.finish() : null;
}

/** @returns null when it should be XML but is not well-formed; it is then parsed as HTML */
export function parseDocument(
  source: string,
  options: SanitizeOptions,
  xml: boolean,
  observer?: SourceObserver,
): SanitizedDocument | null {
  const text = xml ? resolveNamedCharacters(source) : source;
  const writer = new DocumentWriter(options, xml);
  let depth = 0;
  let selfClosing = false;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (++depth > limits.depth) throw unsafeEpub('depth');
        selfClosing = text[parser.endIndex - 1] === '/';
        observer?.open(name, attributes, writer.textLength);
        writer.open(name, attributes);
      },
      onclosetag(_name, implied) {
        depth--;
        if (xml && implied && !selfClosing) throw new NotWellFormed();
        selfClosing = false;
        writer.close();
        observer?.close(writer.textLength);
      },
      ontext(data) {
        selfClosing = false;
        const from = writer.textLength;
        writer.text(data);
        const raw = text.slice(parser.startIndex, parser.endIndex + 1);
        observer?.text({ data, raw, from, to: writer.textLength });
      },
      oncomment: () => observer?.split(),
      oncdatastart: () => observer?.split(),
      oncdataend: () => observer?.split(),
      onprocessinginstruction(name, data) {
        observer?.split();
        if (name.toLowerCase() === '?xml-stylesheet') writer.styleSheetInstruction(data);
      },
    },
    xml
      ? { xmlMode: true }
      : {
          recognizeSelfClosing: true,
          recognizeCDATA: true,
          lowerCaseTags: true,
          lowerCaseAttributeNames: true,
        },
  );
  try {
    parser.end(text);
  } catch (error) {
    if (error instanceof NotWellFormed) return null;
    throw error;
  }
  return writer.finish();
}

class NotWellFormed extends Error {}
