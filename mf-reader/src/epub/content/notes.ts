/** Block elements of a footnote. Its id may be on a child, such as the number or back link. */
const blocks = 'aside, li, p, dd, td, div, section, figure, blockquote';
/** Maximum characters for a popup; longer notes are navigated to. */
const maxLength = 6_000;
const calls = /\b(?:noteref|doc-noteref)\b/;
const isNote = /\b(?:(?:foot|end|rear)note|doc-(?:foot|end)note|note)\b/;
const leadsBack = /\b(?:backlink|doc-backlink|noteref|doc-noteref)\b/;
const backArrow = /^(?:\s|\uFE0E|\uFE0F|[↩↑⏎^])+$/u;
/** A number or symbol, alone, in brackets or superscript. */
const sign = /^[[(]?\s*(?:\d{1,4}|[a-z]|[ivxlc]{1,6}|[*†‡§¶]{1,3})\s*[\])]?\.?$/iu;

const kindOf = (element: Element) =>
  `${element.getAttribute('epub:type') ?? element.getAttributeNS('http://www.idpf.org/2007/ops', 'type') ?? ''} ${element.getAttribute('role') ?? ''}`;

/** Whether a link may be a footnote reference, by its semantics or its text. */
export function mayBeNoteReference(link: Element): boolean {
  if (calls.test(kindOf(link))) return true;
  if (leadsBack.test(kindOf(link))) return false;
  const raised = link.closest('sup') !== null || link.querySelector('sup') !== null;
  const text = (link.textContent ?? '').trim();
  return sign.test(text) && (raised || /[^\p{L}\d.]/u.test(text));
}

/** The footnote block with that id; null when the link is an ordinary one. */
export function findNote(chapter: Document, name: string, link: Element): Element | null {
  const named = chapter.getElementById(name) ?? chapter.getElementsByName(name)[0];
  const block = named?.closest(blocks);
  if (!named || !block) return null;
  const note =
    isNote.test(kindOf(block)) || block === named ? block : (named.closest('aside, li, dd') ?? block);
  const length = (note.textContent ?? '').trim().length;
  const isEmpty = length === 0 && note.querySelector('audio, video, img, svg') === null;
  if (isEmpty || length > maxLength || note.querySelector('h1, h2, h3, nav')) return null;
  return isNote.test(kindOf(note)) || calls.test(kindOf(link)) || length < maxLength / 4 ? note : null;
}

/** A document with the note only, without its back link. */
export function noteDocument(note: Element, title: string): Document {
  const page = document.implementation.createHTMLDocument(title);
  const language = note.closest('[lang]')?.getAttribute('lang');
  if (language) page.documentElement.lang = language;
  const direction = note.closest('[dir]')?.getAttribute('dir');
  if (direction) page.documentElement.dir = direction;
  page.body.append(page.importNode(note, true));
  for (const link of page.body.querySelectorAll('a'))
    if (leadsBack.test(kindOf(link)) || backArrow.test(link.textContent ?? '')) link.remove();
  return page;
}
