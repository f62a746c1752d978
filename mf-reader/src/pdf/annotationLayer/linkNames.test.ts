import { nameLinks, ownLinkWords } from './linkNames.ts';

const at = (element: Element, left: number, top: number, width: number, height = 10) => {
  element.getBoundingClientRect = () =>
    ({ left, top, width, height, right: left + width, bottom: top + height }) as DOMRect;
};

test('[X-10] a link of a PDF is named by the words under it, not by its address', () => {
  document.body.innerHTML = `<div class="page">
    <div class="textLayer"><span>See the second chapter for more.</span><span>Another line.</span></div>
    <div class="annotationLayer">
      <section class="linkAnnotation"><a href="https://example.org/2" title="https://example.org/2"></a></section>
      <section class="linkAnnotation"><a href="#nothing" title="#nothing"></a></section>
    </div></div>`;
  const page = document.querySelector('.page') as HTMLElement;
  const [line, other] = page.querySelectorAll('span');
  const [link, empty] = page.querySelectorAll('a');
  if (!line || !other || !link || !empty) throw new Error('The page is not there.');
  // 32 letters of 10 px: "second chapter" lies from 80 to 220.
  at(line, 0, 100, 320);
  at(other, 0, 120, 130);
  at(link, 78, 98, 144, 14);
  at(empty, 0, 300, 50);
  nameLinks(page);
  expect(link).toHaveAccessibleName('second chapter');
  expect(empty).toHaveAccessibleName('#nothing');
});

test('[X-10] a link of a tagged PDF owns its words, which are then its name', () => {
  document.body.innerHTML = `<div class="page">
    <span class="structTree"><span role="paragraph">
      <span aria-owns="before"></span><span><span aria-owns="link"></span><span id="part" aria-owns="words"></span></span>
    </span></span>
    <div class="textLayer"><span id="before">Before</span><span id="words">the words</span></div>
    <div class="annotationLayer"><section class="linkAnnotation">
      <a id="link" href="https://example.org/" title="https://example.org/" aria-owns="part"></a>
    </section></div></div>`;
  const page = document.querySelector('.page') as HTMLElement;
  const [structure, link] = [page.querySelector('.structTree'), page.querySelector('a')];
  if (!structure || !link) throw new Error('The page is not there.');
  ownLinkWords(page, structure);
  ownLinkWords(page, structure);
  nameLinks(page);
  expect(link).toHaveAttribute('aria-owns', 'words');
  expect(link).not.toHaveAttribute('aria-label');
  expect(structure.querySelector('#part')).not.toHaveAttribute('aria-owns');
  expect(structure.querySelector('[aria-owns="link"]')).not.toBeNull();
});
