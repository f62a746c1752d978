/** The part of a pdf.js page view that is used here. */
interface PageWithLinks {
  div: HTMLElement;
  /** For tagged pages: builds the structure tree for screen readers. */
  structTreeLayer?: { render(): Promise<Element | null | undefined> } | null;
}

/** Describes the links of a page to screen readers, once its text or annotation layer is rendered. */
export async function describeLinks({ div, structTreeLayer }: PageWithLinks): Promise<void> {
  const structure = await structTreeLayer?.render();
  if (structure) ownLinkWords(div, structure);
  nameLinks(div);
}

/**
 * Lets the links of a tagged page own their words, so that these are read once and where they stand: pdf.js lets them
 * own parts of the structure instead, which have no box and so cannot be owned.
 */
export function ownLinkWords(page: HTMLElement, structure: Element): void {
  for (const link of page.querySelectorAll('.annotationLayer .linkAnnotation a[aria-owns]')) {
    const owned = (link.getAttribute('aria-owns') ?? '').split(' ').flatMap((id) => {
      const part = structure.querySelector(`[id="${CSS.escape(id)}"]`);
      return part ? takeOwned(part) : [id];
    });
    if (owned.length > 0) link.setAttribute('aria-owns', owned.join(' '));
    else link.removeAttribute('aria-owns');
  }
}

/** Takes the elements that a structure node and its descendants own. They own nothing afterwards. */
function takeOwned(part: Element): string[] {
  return [part, ...part.querySelectorAll('[aria-owns]')].flatMap((each) => {
    const ids = each.getAttribute('aria-owns')?.split(' ') ?? [];
    each.removeAttribute('aria-owns');
    return ids;
  });
}

/**
 * Names the links of a page by the words they lie on: pdf.js draws them as empty boxes over the page, named by their
 * address or not at all.
 * @param page element of a page whose words and annotations are drawn
 */
export function nameLinks(page: HTMLElement): void {
  const links = page.querySelectorAll<HTMLAnchorElement>('.annotationLayer .linkAnnotation a');
  if (links.length === 0) return;
  const words = [...page.querySelectorAll<HTMLElement>('.textLayer span')]
    .filter((span) => span.childElementCount === 0 && span.textContent.trim() !== '')
    .map((span) => ({ text: span.textContent, box: span.getBoundingClientRect() }));
  for (const link of links) {
    // The link already has its words as its name.
    if (link.hasAttribute('aria-owns')) continue;
    const on = link.getBoundingClientRect();
    const name = words
      .filter(({ box }) => isBetween(middle(box.top, box.bottom), on.top, on.bottom))
      .map(({ text, box }) => wordsBetween(text, box, on))
      .join(' ')
      .replace(/\s+/g, ' ')
      .trim();
    if (name !== '') link.setAttribute('aria-label', name);
  }
}

const middle = (a: number, b: number) => (a + b) / 2;
const isBetween = (value: number, from: number, to: number) => value >= from && value <= to;

/** The words of a line whose middle lies over the link; letters are taken to be equally wide. */
function wordsBetween(text: string, { left, width }: DOMRect, on: DOMRect): string {
  if (width === 0) return '';
  const letter = width / text.length;
  return [...text.matchAll(/\S+/g)]
    .filter(({ 0: word, index }) => isBetween(left + (index + word.length / 2) * letter, on.left, on.right))
    .map(([word]) => word)
    .join(' ');
}
