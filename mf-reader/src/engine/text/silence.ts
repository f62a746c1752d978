import { isCall, isSign, kindOf, mayBeNoteReference } from './noteCall.ts';

const silent = 'sup a, a sup, [aria-hidden="true"], rt, rp, rtc, audio, video, canvas, iframe';
const pageNumber = /\b(?:doc-)?pagebreak\b/;

/** Whether an element is not read aloud: note numbers, page numbers, readings of characters and what is not shown. */
export function silenceIn(root: Element): (element: Element | null) => boolean {
  const known = new Map<Element, boolean>();
  const isSilent = (element: Element | null): boolean => {
    // A page that is not shown yet is read all the same.
    if (!element || element === root) return false;
    let found = known.get(element);
    if (found === undefined) {
      found = isSilent(element.parentElement) || isSilentItself(element);
      known.set(element, found);
    }
    return found;
  };
  // Elements within hidden ones may be visible.
  return (element) => isSilent(element) || (element !== root && styleOf(element)?.visibility === 'hidden');
}

const styleOf = (element: Element | null) => element?.ownerDocument.defaultView?.getComputedStyle(element);

function isSilentItself(element: Element): boolean {
  if (element.matches(silent) || pageNumber.test(kindOf(element)) || isNumberOfNote(element)) return true;
  return styleOf(element)?.display === 'none';
}

function isNumberOfNote(element: Element): boolean {
  if (!isSign(element.textContent ?? '')) return false;
  return isCall(element) || (element.matches('a[href]') && mayBeNoteReference(element));
}
