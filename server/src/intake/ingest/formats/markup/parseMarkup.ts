import { DomHandler, type ParentNode } from 'domhandler';
import { Parser } from 'htmlparser2';
import { limits, unsafeEpub } from '../../limits.ts';

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

class BoundedDom extends DomHandler {
  override onopentag(name: string, attributes: Record<string, string>): void {
    if (this.tagStack.length > limits.depth) throw unsafeEpub('depth');
    super.onopentag(name, attributes);
  }

  override oncomment(): void {}
}
