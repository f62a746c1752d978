import { Parser } from 'htmlparser2';
import { AppError } from '../../errors.ts';
import { limits } from '../limits.ts';
import { DocumentWriter } from './DocumentWriter.ts';
import type { DocumentPolicy } from './documentPolicy.ts';
import { resolveNamedCharacters } from './xml.ts';

export interface SanitizeOptions {
  policy: DocumentPolicy;
  /** 'html' gives a whole XHTML page, 'svg' a drawing. */
  kind: 'html' | 'svg';
  /** For a page that does not say its own. */
  language: string | null;
  /** Ids whose place in the text is wanted. */
  wantedIds: ReadonlySet<string>;
  /** Keeps a style sheet that stood in the page as a file of its own; its address, relative to the page. */
  keepStyle(css: string): string | null;
}

export interface SanitizedDocument {
  markup: string;
  /** Text content of the written page's body, exactly as a DOM gives it, without that of <title>s of drawings. */
  text: string;
  /** Offsets into `text` at which a block begins or ends, ascending. */
  breaks: readonly number[];
  /** Spans of `text` that are not read in line: ruby, formulas' sources. */
  asides: readonly (readonly [start: number, end: number])[];
  /** Offsets of the wanted ids that are there. */
  ids: ReadonlyMap<string, number>;
  title: string;
  /** Text of the first heading. */
  heading: string | null;
  /** Address of the first picture, as written. */
  firstPicture: string | null;
}

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
  return (
    (asXml ? sanitize(source, options, true) : null) ??
    (sanitize(source, options, false) as SanitizedDocument)
  );
}

/** @returns null when it was to be XML and is not well-formed: then it is read again as the HTML that its maker looked at. */
function sanitize(source: string, options: SanitizeOptions, xml: boolean): SanitizedDocument | null {
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
