import fc from 'fast-check';
import { TextMap } from './textMap.ts';

const page = (markup: string) => {
  const found = new DOMParser().parseFromString(`<html><body>${markup}</body></html>`, 'text/html');
  return new TextMap(found.body);
};

test('the text of a chapter is one line, without what is not read', () => {
  const map = page('<p>Call <i>me</i></p><style>p{}</style><script>x()</script><p>Ishmael.</p>');
  expect(map.text).toBe('Call meIshmael.');
  expect(map.length).toBe(15);
});

test('an offset leads to a point of the document and back', () => {
  const markup = fc
    .array(fc.tuple(fc.constantFrom('p', 'i', 'div', 'h2'), fc.stringMatching(/^[a-z ]{1,12}$/)), {
      minLength: 1,
      maxLength: 20,
    })
    .map((pieces) => pieces.map(([tag, text]) => `<${tag}>${text}</${tag}>`).join(''));
  fc.assert(
    fc.property(markup, fc.nat(), (source, seed) => {
      const map = page(source);
      const offset = seed % Math.max(1, map.length);
      const point = map.pointAt(offset);
      expect(point && map.offsetOf(point.node, point.offset)).toBe(offset);
    }),
  );
});

test('a span becomes a range with these words, and the range the span', () => {
  const map = page('<p>Call <b>me</b> Ishmael.</p><p>Some years ago</p>');
  const range = map.rangeOf({ start: 5, end: 15 });
  expect(range?.toString()).toBe('me Ishmael');
  expect(range && map.spanOf(range)).toEqual({ start: 5, end: 15 });
});

test('the end of a span stays with its last word', () => {
  const map = page('<p>one</p><p>two</p>');
  expect(map.rangeOf({ start: 0, end: 3 })?.endContainer.textContent).toBe('one');
});

test('a place given by an element is that of its first words', () => {
  const map = page('<p>one</p><div id="x"><img alt=""><p>two</p></div><p>three</p>');
  const element = map.pointAt(3)?.node.ownerDocument.getElementById('x') as HTMLElement;
  expect(map.offsetOf(element, 0)).toBe(3);
  expect(map.offsetOf(element, element.childNodes.length)).toBe(6);
});

test('a chapter without words has no points', () => {
  const map = page('<img alt="">');
  expect(map.length).toBe(0);
  expect(map.pointAt(0)).toBeNull();
  expect(map.rangeOf({ start: 0, end: 4 })).toBeNull();
  expect(map.fractionOf(3)).toBe(0);
});

test('a line that ends has a blank after it, where lines count', () => {
  const lines = '<div><span>one</span><br><span>two</span><span>three</span></div>';
  const body = new DOMParser().parseFromString(`<body>${lines}</body>`, 'text/html').body;
  expect(new TextMap(body).text).toBe('onetwothree');
  const map = new TextMap(body, { lines: true });
  expect(map.text).toBe('one twothree');
  expect(map.length).toBe(12);
  // The space belongs to no node: a point there is the end of the line.
  expect(map.pointAt(4)).toMatchObject({ node: { data: 'two' }, offset: 0 });
  expect(map.pointAt(3)).toMatchObject({ node: { data: 'one' }, offset: 3 });
});

test('a place is a share of the words, and back', () => {
  const map = page('<p>0123456789</p>');
  expect([0, 5, 10, -3, 99].map((offset) => map.fractionOf(offset))).toEqual([0, 0.5, 1, 0, 1]);
  expect([0, 0.26, 1].map((fraction) => map.offsetOfFraction(fraction))).toEqual([0, 3, 10]);
});

test('beyond the words is their end', () => {
  const map = page('<p>one</p><p>two</p>');
  expect(map.pointAt(99)).toMatchObject({ node: { data: 'two' }, offset: 3 });
  expect(map.pointAt(-5)).toMatchObject({ node: { data: 'one' }, offset: 0 });
});

test('an empty span is a point', () => {
  const map = page('<p>one</p><p>two</p>');
  const range = map.rangeOf({ start: 3, end: 3 });
  expect(range?.collapsed).toBe(true);
  expect(range?.startContainer.textContent).toBe('two');
});

test('a text that is not read stands where the next words begin', () => {
  const map = page('<p>one</p><style>p{}</style><p>two</p>');
  const style = map.pointAt(0)?.node.ownerDocument.querySelector('style')?.firstChild as Text;
  expect(map.offsetOf(style, 2)).toBe(3);
});
