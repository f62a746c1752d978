/**
 * The second of four defenses: the server sanitizes at upload, the sandbox runs no scripts, and the
 * CSP blocks other origins. Sanitizing again keeps a fault in one of them harmless.
 */
const forbiddenElements = [
  'script',
  'object',
  'embed',
  'applet',
  'iframe',
  'frame',
  'frameset',
  'base',
  'portal',
  'meta[http-equiv]',
  'link:not([rel~="stylesheet"])',
  'link[rel~="alternate"]',
].join(',');

const addressAttributes = new Set([
  'href',
  'src',
  'action',
  'formaction',
  'poster',
  'data',
  'background',
  'ping',
]);
const forbiddenAttributes = new Set(['srcdoc', 'autofocus', 'autoplay', 'ping', 'target', 'nonce']);
/** Elements whose name would replace a property of the document, such as `defaultView` (DOM clobbering). */
const clobbering = new Set(['img', 'form']);
const forbiddenScheme = /^(?:javascript|vbscript|data:(?!image\/(?!svg)|font\/|audio\/|video\/))/i;
/** An SVG in an <img> runs no scripts and loads nothing. */
const drawing = /^data:image\/svg\+xml[;,]/i;

/** Removes everything from a chapter that could run, send requests or leave its frame. */
export function sanitizeChapter(document: Document): void {
  for (const element of document.querySelectorAll(forbiddenElements)) element.remove();
  const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_ELEMENT);
  for (let node: Node | null = walker.currentNode; node; node = walker.nextNode())
    cleanAttributes(node as Element);
}

function cleanAttributes(element: Element): void {
  for (const { name, localName, value } of [...element.attributes]) {
    const plain = localName.toLowerCase();
    const isClobbering = plain === 'name' && clobbering.has(element.localName);
    if (plain.startsWith('on') || isClobbering || forbiddenAttributes.has(plain))
      element.removeAttribute(name);
    else if (addressAttributes.has(plain) && isForbidden(element, plain, withoutControls(value)))
      element.removeAttribute(name);
  }
}

const isForbidden = (element: Element, attribute: string, address: string) =>
  forbiddenScheme.test(address) &&
  !(element.localName === 'img' && attribute === 'src' && drawing.test(address));

/** Browsers strip tabs, line breaks and leading control characters before parsing the scheme. */
function withoutControls(address: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these are meant
  return address.replace(/[\u0000-\u0020]+/g, '');
}
