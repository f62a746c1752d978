const calls = /\b(?:noteref|doc-noteref)\b/;
const leadsBack = /\b(?:backlink|doc-backlink)\b/;
/** Class of a picture or link that calls a note, as in Duokan's books. */
const callClass = /foot-?note|noteref/i;
const openings = '[[({（［〔【〈「]';
const closings = '[\\])}）］〕】〉」]';
/** Circled, raised and Chinese numbers, and those in digits of any script. */
const numbers =
  '\\p{Nd}{1,4}|[\u00B2\u00B3\u00B9\u2070-\u2079]{1,4}|[\u2460-\u24FF\u2776-\u2793\u3251-\u325F\u32B1-\u32BF]|[一二三四五六七八九十百]{1,4}';
/** A number or symbol, alone, in brackets or after the word for a note. */
const sign = new RegExp(
  `^${openings}?\\s*(?:(?:[注註]釈?|译注|fn\\.?|note|※)\\s*)?(?:${numbers}|[a-z]|[ivxlc]{1,6}|[*＊∗†‡§¶※]{1,3}|[注註])\\s*${closings}?[.．:：]?$`,
  'iu',
);

/** The epub:type and role of an element. */
export const kindOf = (element: Element) =>
  `${element.getAttribute('epub:type') ?? element.getAttributeNS('http://www.idpf.org/2007/ops', 'type') ?? ''} ${element.getAttribute('role') ?? ''}`;

export const isCall = (element: Element) => calls.test(kindOf(element));

export const isSign = (text: string) => sign.test(text.trim());

/** Whether a link may be a footnote reference, by its semantics, its text or its picture. */
export function mayBeNoteReference(link: Element): boolean {
  if (isCall(link)) return true;
  if (leadsBack.test(kindOf(link))) return false;
  const text = (link.textContent ?? '').trim();
  if (text === '') return isPictureCall(link);
  return isSign(text) && (/[^\p{L}\p{Nd}.．]|^[注註译]/u.test(text) || isRaised(link));
}

function isPictureCall(link: Element): boolean {
  const picture = link.querySelector('img, svg');
  return picture !== null && [link, picture].some((each) => callClass.test(each.getAttribute('class') ?? ''));
}

/** Whether text is raised, by markup or style. */
function isRaised(link: Element): boolean {
  if (link.closest('sup') || link.querySelector('sup')) return true;
  const view = link.ownerDocument.defaultView;
  return [link, link.parentElement, link.firstElementChild].some((element) => {
    const style = element && view?.getComputedStyle(element);
    if (!style) return false;
    const { verticalAlign, position, top } = style;
    if (/^(?:super|text-top|\d.*)$/.test(verticalAlign) && !/^0\D/.test(verticalAlign)) return true;
    return position === 'relative' && Number.parseFloat(top) < 0;
  });
}
