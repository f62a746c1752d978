import { Parser } from 'htmlparser2';
import { AppError } from '../../common/errors.ts';
import { limits } from '../limits.ts';
import { DocumentWriter } from './DocumentWriter.ts';
import type { SanitizedDocument, SanitizeOptions } from './sanitizedDocument.ts';

import { scanXml } from './scanXml.ts';
import { resolveNamedCharacters } from './xml.ts';

/**
 * A page of a book, made harmless.
 *
 * An allow-list over the events of htmlparser2 rather than sanitize-html or a list of what to remove: the page has to
 * stay XHTML with namespaces, ruby, MathML and SVG in their spelling, its references have to be checked against the
 * files of the book, and the offsets of its text have to be counted on what is really written. What is written means
 * the same to an XML and to an HTML parser (epub.js turns one into the other): every < that is not ours is escaped,
 * no comments, no raw-text elements, nothing void but void elements.
 *
 * @throws AppError epub_unsafe when it nests deeper than any browser would follow
 */
export function sanitizeDocument(source: string, options: SanitizeOptions): SanitizedDocument {
  const asXml = looksLikeXml(source);
  const wellFormed = asXml ? (scanDocument(source, options) ?? parseDocument(source, options, true)) : null;
  const document = wellFormed ?? (parseDocument(source, options, false) as SanitizedDocument);
  const malformed = asXml ? !wellFormed || hasBadName(source) : isNoPage(source);
  return malformed ? { ...document, malformed: true } : document;
}

/** Whether a page is to be read as XML; one that is not well-formed is then read as HTML. */
const looksLikeXml = (source: string) => /^\s*<\?xml\b|xmlns\s*=/.test(source.slice(0, 2_000));

/**
 * Sanitizes a page as `sanitizeDocument` does, and tells an observer where in the served text each part of it went.
 * @param begin makes the observer; called again when the page is read a second time, as HTML
 * @throws AppError epub_unsafe when it nests deeper than any browser would follow
 */
export function observeDocument(
  source: string,
  options: SanitizeOptions,
  begin: () => SourceObserver,
): SanitizedDocument {
  const asXml = looksLikeXml(source) ? parseDocument(source, options, true, begin()) : null;
  return asXml ?? (parseDocument(source, options, false, begin()) as SanitizedDocument);
}

/** Is told what stands in a page, in its order. `at` is the length of the served text when it comes. */
export interface SourceObserver {
  open(name: string, attributes: Record<string, string>, at: number): void;
  close(at: number): void;
  /**
   * A piece of text. Pieces that stand next to each other are one text, unless `split` was called between them.
   * @param raw what stands in the source, with references in place of what they mean
   */
  text(piece: { data: string; raw: string; from: number; to: number }): void;
  /** A comment, an instruction, or the edge of a CDATA section. */
  split(): void;
}

/** Text without any markup, or bytes that are no text: what a page shows of it is not what its maker meant. */
const isNoPage = (source: string) => !/<[a-z!?]/i.test(source) || /[\0\uFFFD]/.test(source);

/** A name has one prefix at most. Parsers that know no namespaces take any number of colons. */
const hasBadName = (source: string) =>
  source.includes('::') && /<\/?[A-Za-z_][\w.-]*::[\w.:-]*[\s/>]/.test(source);

/** @returns null when it is not so plain that the quick way will do */
export function scanDocument(source: string, options: SanitizeOptions): SanitizedDocument | null {
  const writer = new DocumentWriter(options, true, source);
  return scanXml(source, writer) ? writer.finish() : null;
}

/**
 * @returns null when it was to be XML and is not well-formed: then it is
 * read again as the HTML that its maker looked at.
 */
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
        if (++depth > limits.depth) throw new AppError('epub_unsafe');
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
