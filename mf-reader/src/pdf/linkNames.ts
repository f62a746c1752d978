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

const middle = (one: number, other: number) => (one + other) / 2;
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
