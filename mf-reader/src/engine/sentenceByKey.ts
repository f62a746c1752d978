/** Where to look for words first, as shares of the width: what is read first on a spread of two pages. */
const columns = [0.12, 0.2, 0.3, 0.4, 0.6, 0.75, 0.9];
/** CSS pixels from one line that is looked at to the next. */
const step = 10;

interface Shown {
  document: Document;
  selection: Selection;
  /** Of the document's window, in the coordinates of ours. */
  left: number;
  top: number;
}

/**
 * Selects a sentence for whoever reads without a mouse: the first on the screen, or the one after what is selected.
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

/** Is something selected in the book? */
export const isSelecting = (stage: HTMLElement): boolean =>
  shownIn(stage).some(({ selection }) => !selection.isCollapsed && holds(stage, selection));

/** The frames on the screen and, for pages that stand in our own document, that. */
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

/** To the end of the sentence; of the line, in a browser that knows no sentences. */
function extend(selection: Selection): boolean {
  selection.modify('extend', 'forward', 'sentence');
  if (selection.isCollapsed) selection.modify('extend', 'forward', 'lineboundary');
  return selection.toString().trim() !== '';
}
