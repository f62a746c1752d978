const xhtml = 'http://www.w3.org/1999/xhtml';

/**
 * Parses a chapter into a document with head and body: XHTML, malformed markup (as
 * HTML), or SVG.
 */
export function parseChapter(answer: Document | string): Document {
  const document = typeof answer === 'string' ? parseText(answer) : answer;
  return withHeadAndBody(document);
}

function parseText(text: string): Document {
  const parser = new DOMParser();
  const strict = parser.parseFromString(text, 'application/xhtml+xml');
  return strict.getElementsByTagName('parsererror').length > 0
    ? parser.parseFromString(text, 'text/html')
    : strict;
}

function withHeadAndBody(source: Document): Document {
  const root = source.documentElement;
  if (root.namespaceURI === xhtml && root.localName === 'html') {
    if (!source.querySelector('html > head')) root.prepend(source.createElementNS(xhtml, 'head'));
    if (!source.querySelector('html > body')) root.append(source.createElementNS(xhtml, 'body'));
    return source;
  }
  const page = document.implementation.createHTMLDocument('');
  page.body.append(page.importNode(root, true));
  return page;
}
