/** Horizontal probe positions as fractions of the width, in reading order on a two-page spread. */
const columns = [0.12, 0.2, 0.3, 0.4, 0.6, 0.75, 0.9];
/** Vertical probe step in CSS pixels. */
const step = 10;

interface Shown {
  document: Document;
  selection: Selection;
  /** Viewport of the document in our window's coordinates. */
  left: number;
  top: number;
}

/**
 * Selects a sentence by keyboard: the first visible one, or the next after the selection.
 * @param stage what the book is shown in: frames of an EPUB, the pages of a PDF
 * @returns false when there are no words
 */
export function selectSentence(stage: HTMLElement, rtl: boolean): boolean {
  const documents = shownIn(stage);
  const before = documents.find(({ selection }) => !selection.isCollapsed && holds(stage, selection));
  if (before) {
    before.selection.collapseToEnd();
    return extend(before.selection);
  }
  const box = stage.getBoundingClientRect();
  for (const share of columns) {
    const x = box.left + box.width * (rtl ? 1 - share : share);
    for (let y = box.top + step; y < box.bottom; y += step) {
      for (const shown of documents) {
        const place = shown.document.caretPositionFromPoint(x - shown.left, y - shown.top);
        if (!place || !isText(place.offsetNode, stage, shown)) continue;
        shown.selection.collapse(place.offsetNode, place.offset);
        shown.selection.modify('move', 'backward', 'lineboundary');
        if (extend(shown.selection)) return true;
      }
    }
  }
  return false;
}

/** Whether something is selected in the book. */
export const isSelecting = (stage: HTMLElement): boolean =>
  shownIn(stage).some(({ selection }) => !selection.isCollapsed && holds(stage, selection));

/** The visible frames, or our own document for pages rendered in it. */
function shownIn(stage: HTMLElement): Shown[] {
  const frames = [...stage.querySelectorAll('iframe')].flatMap((frame): Shown[] => {
    const document = frame.contentDocument;
    const selection = document?.getSelection();
    if (!document || !selection || !frame.checkVisibility({ visibilityProperty: true })) return [];
    const { left, top } = frame.getBoundingClientRect();
    return [{ document, selection, left, top }];
  });
  const own = stage.ownerDocument.getSelection();
  return [...frames, ...(own ? [{ document: stage.ownerDocument, selection: own, left: 0, top: 0 }] : [])];
}

const holds = (stage: HTMLElement, { anchorNode }: Selection): boolean =>
  anchorNode !== null && (anchorNode.ownerDocument !== stage.ownerDocument || stage.contains(anchorNode));

const isText = (node: Node, stage: HTMLElement, { document }: Shown): boolean =>
  node.nodeType === Node.TEXT_NODE &&
  (node.textContent ?? '').trim() !== '' &&
  (document !== stage.ownerDocument || stage.contains(node));

/** To the end of the sentence, or of the line where the browser lacks sentence granularity. */
function extend(selection: Selection): boolean {
  selection.modify('extend', 'forward', 'sentence');
  if (selection.isCollapsed) selection.modify('extend', 'forward', 'lineboundary');
  return selection.toString().trim() !== '';
}
