import { isCall, isSign, kindOf } from '../../engine/noteCall.ts';

/** Block elements of a footnote. Its id may be on a child, such as the number or back link. */
const blocks = 'aside, li, p, dd, dt, td, th, tr, div, section, figure, blockquote';
/** Maximum characters for a popup; longer notes are navigated to. */
const maxLength = 6_000;
const isNote = /\b(?:(?:foot|end|rear)note|doc-(?:foot|end)note|note)\b/;
const leadsBack = /\b(?:backlink|doc-backlink|noteref|doc-noteref)\b/;
const backArrow = /^(?:\s|\uFE0E|\uFE0F|[↩↑⏎^])+$/u;
/** Styles by which a book hides its notes until they are opened. */
const hiding =
  'display visibility opacity position left top height max-height width overflow clip clip-path font-size'.split(
    ' ',
  );

const textOf = (element: Element) => (element.textContent ?? '').trim();
const hasMedia = (element: Element) => element.querySelector('audio, video, img, svg') !== null;
const isNumber = (element: Element) => isSign(textOf(element)) && !hasMedia(element);

/** The blocks of the footnote with that id; null when the link is an ordinary one. */
export function findNote(chapter: Document, name: string, link: Element): readonly Element[] | null {
  const named = chapter.getElementById(name) ?? chapter.getElementsByName(name)[0];
  const block = named?.closest(blocks);
  if (!named || !block) return null;
  const first =
    isNote.test(kindOf(block)) || block === named ? block : (named.closest('aside, li, dd') ?? block);
  const note = isNumber(first) ? blocksOfNumber(first) : [first];
  const length = note.reduce((sum, each) => sum + textOf(each).length, 0);
  const isEmpty = length === 0 && !note.some(hasMedia);
  if (isEmpty || length > maxLength) return null;
  if (note.some((each) => each.matches('h1, h2') || each.querySelector('h1, h2, h3, nav'))) return null;
  return isNote.test(kindOf(first)) || isCall(link) || length < maxLength / 4 ? note : null;
}

/** A number that is a block of its own, with the text that belongs to it. */
function blocksOfNumber(number: Element): Element[] {
  const around = number.parentElement?.closest('aside, li, dd');
  if (around) return [around];
  const note = [number];
  // Cells of a row and descriptions of a term may be several.
  const goesOn = number.matches('td, th, dt');
  for (let next = number.nextElementSibling; next; next = next.nextElementSibling) {
    if (isNumber(next) || next.matches('dt, hr, h1, h2, h3, h4, h5, h6')) break;
    note.push(next);
    if (!goesOn) break;
  }
  return note;
}

/** A document with the note only, shown even if the book hides it, without its back link. */
export function noteDocument(note: readonly Element[], title: string): Document {
  const page = document.implementation.createHTMLDocument(title);
  const language = note[0]?.closest('[lang]')?.getAttribute('lang');
  if (language) page.documentElement.lang = language;
  const direction = note[0]?.closest('[dir]')?.getAttribute('dir');
  if (direction) page.documentElement.dir = direction;
  for (const block of note) page.body.append(page.importNode(block, true));
  for (const link of page.body.querySelectorAll('a'))
    if (leadsBack.test(kindOf(link)) || backArrow.test(link.textContent ?? '')) link.remove();
  for (const element of page.body.querySelectorAll<HTMLElement>('*')) show(element);
  return page;
}

function show(element: HTMLElement): void {
  element.removeAttribute('hidden');
  const { style } = element;
  if (!style) return;
  const hides = style.display === 'none' || /hidden|collapse/.test(style.visibility);
  if (!hides && element.parentElement !== element.ownerDocument.body) return;
  for (const name of hiding) style.removeProperty(name);
}
