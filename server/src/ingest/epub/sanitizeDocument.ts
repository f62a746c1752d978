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
  const asXml = /^\s*<\?xml\b|xmlns\s*=/.test(source.slice(0, 2_000));
  const wellFormed = asXml ? (scanDocument(source, options) ?? parseDocument(source, options, true)) : null;
  const document = wellFormed ?? (parseDocument(source, options, false) as SanitizedDocument);
  return asXml && (!wellFormed || hasBadName(source)) ? { ...document, malformed: true } : document;
}

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
        writer.open(name, attributes);
      },
      onclosetag(_name, implied) {
        depth--;
        if (xml && implied && !selfClosing) throw new NotWellFormed();
        selfClosing = false;
        writer.close();
      },
      ontext(data) {
        selfClosing = false;
        writer.text(data);
      },
      onprocessinginstruction(name, data) {
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
