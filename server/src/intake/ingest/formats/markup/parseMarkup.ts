import type { ParentNode } from 'domhandler';
import { Parser } from 'htmlparser2';
import { ShallowDom } from '../../epub/xml/xml.ts';

/**
 * Parses HTML as browsers would read it.
 * @throws AppError epub_unsafe when it is nested too deeply
 */
export function parseMarkup(source: string): ParentNode {
  const handler = new BoundedDom();
  const parser = new Parser(handler, { recognizeSelfClosing: true });
  parser.end(source);
  return handler.root;
}

class BoundedDom extends ShallowDom {
  override oncomment(): void {}
}
