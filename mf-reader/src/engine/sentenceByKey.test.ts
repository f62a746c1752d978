import { isSelecting, selectSentence } from './sentenceByKey.ts';

/** Simulated layout for jsdom: a column of lines, ten pixels high. */
interface Line {
  left: number;
  right: number;
  top: number;
  node: Node;
  /** Characters of the node that are on the previous page. */
  before?: number;
}

let lines: Line[] = [];
let hasSentences = true;

/** Selection.modify, which jsdom lacks. */
function modify(this: Selection, alter: string, _direction: string, granularity: string) {
  const { focusNode: node, focusOffset: from } = this;
  const text = node?.textContent ?? '';
  if (node === null) return;
  if (alter === 'move') return this.collapse(node, text.lastIndexOf('\n', from - 1) + 1);
  if (granularity === 'sentence' && !hasSentences) return;
  // From the end of a paragraph, browsers extend only to the start of the next one.
  const next = lines.at(lines.findIndex((line) => line.node === node) + 1)?.node;
  if (from === text.length && next) return this.extend(next, 0);
  const end = text.indexOf(granularity === 'sentence' ? '.' : '\n', from);
  this.extend(node, end < 0 ? text.length : end + 1);
}

function lendBrowser(to: Document) {
  Object.assign(to, {
    caretPositionFromPoint: (x: number, y: number) => {
      const line = lines.find(
        ({ node, left, right, top }) =>
          node.ownerDocument === to && x >= left && x <= right && y >= top && y < top + 10,
      );
      return line ? { offsetNode: line.node, offset: (line.before ?? 0) + 3 } : null;
    },
  });
  Object.assign((to.defaultView as unknown as { Range: typeof Range }).Range.prototype, {
    getBoundingClientRect(this: Range) {
      const line = lines.find(({ node }) => node === this.startContainer);
      const left = (line?.left ?? 0) - (this.startOffset < (line?.before ?? 0) ? 1_000 : 0);
      return { left, top: line?.top, bottom: (line?.top ?? 0) + 10 } as DOMRect;
    },
  });
  Object.assign((to.defaultView as unknown as { Selection: typeof Selection }).Selection.prototype, {
    modify,
  });
}

const boxed = <T extends Element>(element: T, left: number, top: number, width = 100, height = 100): T => {
  element.getBoundingClientRect = () =>
    ({ left, top, width, height, right: left + width, bottom: top + height }) as DOMRect;
  return element;
};

let stage: HTMLElement;
const selected = (from: Document = document) => from.getSelection()?.toString();
/** Makes a paragraph visible at these pixels. */
function shows(
  text: string,
  left: number,
  right: number,
  top: number,
  { into = stage, before = 0 }: { into?: Element; before?: number } = {},
): Text {
  const paragraph = into.ownerDocument.createElement('p');
  paragraph.textContent = text;
  into.append(paragraph);
  const node = paragraph.firstChild as Text;
  lines.push({ left, right, top, node, before });
  return node;
}

beforeEach(() => {
  lines = [];
  hasSentences = true;
  document.body.innerHTML = '<p id="outside">Outside of the book.</p><div id="stage"></div>';
  stage = boxed(document.getElementById('stage') as HTMLElement, 200, 50);
  document.getSelection()?.removeAllRanges();
  lendBrowser(document);
});

describe('the sentence that a key selects', () => {
  test('is at first the one at the top of the page, from the beginning of its line', () => {
    shows('Second of all. More.', 200, 300, 80);
    shows('first of all. And so on.', 200, 300, 60);
    expect(selectSentence(stage, false)).toBe(true);
    expect(selected()).toBe('first of all.');
    expect(isSelecting(stage)).toBe(true);
  });

  test('is then the next one', () => {
    shows('One. Two. Three.', 200, 300, 60);
    selectSentence(stage, false);
    expect(selectSentence(stage, false)).toBe(true);
    expect(selected()).toBe(' Two.');
    selectSentence(stage, false);
    expect(selectSentence(stage, false)).toBe(false);
  });

  test('is after a heading the first of the paragraph', () => {
    shows('Loomings', 200, 300, 60);
    shows('One. Two.', 200, 300, 80);
    selectSentence(stage, false);
    expect(selected()).toBe('Loomings');
    expect(selectSentence(stage, false)).toBe(true);
    expect(selected()?.trim()).toBe('One.');
  });

  test('is looked for from the left, or from the right in a book that is read so', () => {
    shows('Left page.', 200, 240, 90);
    shows('Right page.', 260, 300, 60);
    selectSentence(stage, false);
    expect(selected()).toBe('Left page.');
    document.getSelection()?.removeAllRanges();
    selectSentence(stage, true);
    expect(selected()).toBe('Right page.');
  });

  test('is none where the page ends, and none above it', () => {
    shows('Above.', 200, 300, 45);
    shows('Below.', 200, 300, 150);
    expect(selectSentence(stage, false)).toBe(false);
    shows('Last line.', 200, 300, 140);
    expect(selectSentence(stage, false)).toBe(true);
    expect(selected()).toBe('Last line.');
  });

  test('is neither a picture, nor blanks, nor outside of the book', () => {
    const picture = document.createElement('img');
    stage.append(picture);
    lines.push({ left: 200, right: 300, top: 60, node: picture });
    shows('  \n ', 200, 300, 70);
    lines.push({
      left: 200,
      right: 300,
      top: 80,
      node: document.getElementById('outside')?.firstChild as Node,
    });
    expect(selectSentence(stage, false)).toBe(false);
    shows('Words.', 200, 300, 90);
    expect(selectSentence(stage, false)).toBe(true);
    expect(selected()).toBe('Words.');
  });

  test('begins anew when what is selected is outside of the book', () => {
    shows('One. Two.', 200, 300, 60);
    document.getSelection()?.selectAllChildren(document.getElementById('outside') as Element);
    expect(isSelecting(stage)).toBe(false);
    selectSentence(stage, false);
    expect(selected()).toBe('One.');
  });

  test('[L-01] is on this page where a line goes on from the page before', () => {
    shows('Before. On this page. More.', 200, 300, 60, { before: 8 });
    expect(selectSentence(stage, false)).toBe(true);
    expect(selected()).toBe('this page.');
  });

  test('[L-01] is on this page though one of the page before is selected', () => {
    const text = shows('Before. On this page. More.', 200, 300, 60, { before: 8 });
    document.getSelection()?.setBaseAndExtent(text, 0, text, 7);
    expect(selectSentence(stage, false)).toBe(true);
    expect(selected()).toBe('this page.');
  });

  test('is a line in a browser that knows no sentences', () => {
    hasSentences = false;
    shows('One. Two.\nThree.', 200, 300, 60);
    expect(selectSentence(stage, false)).toBe(true);
    expect(selected()).toBe('One. Two.\n');
  });
});

describe('in a frame', () => {
  function frame(left: number, top: number, isShown = true): Document {
    const element = boxed(document.createElement('iframe'), left, top);
    stage.append(element);
    const asked: unknown[] = [];
    Object.assign(element, {
      checkVisibility: (options: unknown) => {
        asked.push(options);
        return isShown;
      },
    });
    const inside = element.contentDocument as Document;
    lendBrowser(inside);
    return inside;
  }

  test('words stand where the frame stands in the window', () => {
    const inside = frame(210, 70);
    const text = shows('In the frame. More.', 0, 20, 10, { into: inside.body });
    expect(isSelecting(stage)).toBe(false);
    expect(selectSentence(stage, false)).toBe(true);
    expect(selected(inside)).toBe('In the frame.');
    expect(inside.getSelection()?.anchorNode).toBe(text);
    expect(isSelecting(stage)).toBe(true);
    selectSentence(stage, false);
    expect(selected(inside)).toBe(' More.');
  });

  test('that is hidden, words are not selected', () => {
    const hidden = frame(200, 50, false);
    shows('In the hidden frame.', 0, 100, 10, { into: hidden.body });
    expect(selectSentence(stage, false)).toBe(false);
    const shown = frame(200, 50);
    shows('In the shown frame.', 0, 100, 30, { into: shown.body });
    selectSentence(stage, false);
    expect([selected(hidden), selected(shown)]).toEqual(['', 'In the shown frame.']);
  });
});
