/** Horizontal probe positions as fractions of the width, in reading order on a two-page spread. */
const columns = [0.12, 0.2, 0.3, 0.4, 0.6, 0.75, 0.9];
/** Vertical probe step in CSS pixels. */
const step = 10;
/** Maximum steps over white space to the next sentence. */
const maxBlanks = 20;

interface Shown {
  document: Document;
  selection: Selection;
  /** Viewport of the document in our window's coordinates. */
  left: number;
  top: number;
}

/**
 * Selects a sentence by keyboard: the first visible one, or the next after the selection.
 * @param stage container of the book: frames of an EPUB, or pages of a PDF
 * @returns false without text
 */
export function selectSentence(stage: HTMLElement, rtl: boolean): boolean {
  const documents = shownIn(stage);
  const box = stage.getBoundingClientRect();
  const before = documents.find(({ selection }) => !selection.isCollapsed && holds(stage, selection));
  // A selection on another page is not continued.
  if (before && isOnScreen(box, before, before.selection.focusNode, before.selection.focusOffset - 1)) {
    return selectNext(before.selection);
  }
  for (const share of columns) {
    const x = box.left + box.width * (rtl ? 1 - share : share);
    for (let y = box.top + step; y < box.bottom; y += step) {
      for (const shown of documents) {
        const caret = shown.document.caretPositionFromPoint(x - shown.left, y - shown.top);
        if (!caret || !isText(caret.offsetNode, stage, shown)) continue;
        shown.selection.collapse(caret.offsetNode, caret.offset);
        shown.selection.modify('move', 'backward', 'lineboundary');
        // The start of a wrapped line is also the end of the previous one, which may be on the previous page.
        const { anchorNode, anchorOffset } = shown.selection;
        if (!isOnScreen(box, shown, anchorNode, anchorOffset)) {
          // Beside a column, the nearest text may be on another page.
          if (!isOnScreen(box, shown, caret.offsetNode, caret.offset)) continue;
          shown.selection.collapse(caret.offsetNode, caret.offset);
        }
        if (extend(shown.selection)) return true;
      }
    }
  }
  return false;
}

/** Whether text is selected in the book. */
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

/** Whether a character is visible. */
function isOnScreen(box: DOMRect, { left, top }: Shown, node: Node | null, at: number): boolean {
  if (node?.nodeType !== Node.TEXT_NODE || at < 0) return false;
  const range = (node.ownerDocument ?? document).createRange();
  range.setStart(node, at);
  range.setEnd(node, Math.min(at + 1, node.textContent?.length ?? 0));
  const letter = range.getBoundingClientRect();
  const x = letter.left + left;
  const y = letter.bottom + top;
  return x >= box.left - 1 && x < box.right && y > box.top && y <= box.bottom + 1;
}

/** From the end of a paragraph, the first step may select only white space: continue. */
function selectNext(selection: Selection): boolean {
  for (let blanks = 0; blanks < maxBlanks; blanks += 1) {
    selection.collapseToEnd();
    const { focusNode, focusOffset } = selection;
    if (extend(selection)) return true;
    if (selection.focusNode === focusNode && selection.focusOffset === focusOffset) return false;
  }
  return false;
}

/** To the end of the sentence, or of the line where the browser lacks sentence granularity. */
function extend(selection: Selection): boolean {
  selection.modify('extend', 'forward', 'sentence');
  if (selection.isCollapsed) selection.modify('extend', 'forward', 'lineboundary');
  return selection.toString().trim() !== '';
}
