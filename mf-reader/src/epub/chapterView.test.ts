import { ChapterView } from './chapterView.ts';
import type { Frame } from './frame.ts';
import type { Paginator } from './layout/paginator.ts';

/** A paginator with a given number of screens. */
class Screens implements Paginator {
  count = 2;
  index = 0;
  /** Number of screens after the next layout. */
  next = 2;

  get atEnd(): boolean {
    return this.index === this.count - 1;
  }

  get atStart(): boolean {
    return this.index === 0;
  }

  measure(): void {
    this.count = this.next;
  }

  show(index: number): void {
    this.index = index;
  }

  showEnd(): void {
    this.index = this.count - 1;
  }

  reveal(): void {
    this.index = 1;
  }

  follow(): boolean {
    return false;
  }

  isBefore(): boolean {
    return false;
  }
}

function open() {
  // Without text, since jsdom has no boxes.
  document.body.innerHTML = '<hr />';
  const screens = new Screens();
  const view = new ChapterView({} as Frame, document, { index: 0, cfiBase: '' }, () => screens);
  return { screens, view };
}

test('the end of a chapter stays in view when a font that comes late makes it longer', () => {
  const { screens, view } = open();
  view.showEnd();
  screens.next = 3;
  view.settle();
  expect(screens.index).toBe(2);
  screens.next = 4;
  view.layout(() => screens);
  view.settle();
  expect(screens.index).toBe(3);
});

test('a reader who turned back from the end stays there', () => {
  const { screens, view } = open();
  view.showEnd();
  screens.show(0);
  view.anchor();
  screens.next = 3;
  view.settle();
  expect(screens.index).toBe(0);
});

test('details that the reader opens stay in view, and the screens are counted again', () => {
  document.body.innerHTML = '<details><summary tabindex="0"></summary></details>';
  const screens = new Screens();
  const view = new ChapterView({} as Frame, document, { index: 0, cfiBase: '' }, () => screens);
  const details = document.querySelector('details') as HTMLElement;
  details.getClientRects = () => [new DOMRect()] as unknown as DOMRectList;
  screens.next = 3;
  details.dispatchEvent(new Event('toggle'));
  expect([screens.count, view.paginator.index]).toEqual([3, 0]);
  (details.firstElementChild as HTMLElement).focus();
  details.dispatchEvent(new Event('toggle'));
  expect(view.paginator.index).toBe(1);
});

test('reading aloud begins where the reader has jumped to, until the page is turned', () => {
  document.body.innerHTML = '<p>Before. </p><h2 id="part">The part</h2>';
  const screens = new Screens();
  screens.count = 1;
  const view = new ChapterView({} as Frame, document, { index: 0, cfiBase: '' }, () => screens);
  expect(view.readFrom()).toBe(0);
  view.showFragment('part');
  screens.index = 0;
  expect(view.map.text.slice(view.readFrom())).toBe('The part');
  view.anchor();
  expect(view.readFrom()).toBe(0);
});

test.each([
  ['epubcfi(/6/2[c]!/4/4/1:4)', 'second'],
  ['epubcfi(/6/2!/4/4)', 'The second'],
  ['epubcfi(/6/2!/4/6[part])', 'Part two'],
  ['epubcfi(/6/2!/4/600)', null],
  ['a!/4/4', null],
])('[RD-01] the fragment %s of an address leads to %j', (fragment, text) => {
  document.body.innerHTML = '<p>The first. </p><p>The second. </p><h2 id="part">Part two</h2>';
  const view = new ChapterView({} as Frame, document, { index: 0, cfiBase: '' }, () => new Screens());
  const offset = view.offsetOfFragment(fragment);
  expect(offset === null ? null : view.map.text.slice(offset).split('.')[0]).toBe(text);
});
