import { parseChapter } from './chapters.ts';
import { sanitizeChapter } from './safeMarkup.ts';

const clean = (body: string, head = '') => {
  const page = parseChapter(
    `<html xmlns="http://www.w3.org/1999/xhtml"><head>${head}</head><body>${body}</body></html>`,
  );
  sanitizeChapter(page);
  return page;
};

test.each([
  ['script', '<script>steal()</script>'],
  ['script in a drawing', '<svg xmlns="http://www.w3.org/2000/svg"><script>steal()</script></svg>'],
  ['frame', '<iframe src="https://evil.example"></iframe>'],
  ['object', '<object data="x.swf"></object>'],
  ['embed', '<embed src="x.swf"/>'],
])('[AF-06] takes out a %s', (_, markup) => {
  expect(clean(markup).querySelector('script, iframe, object, embed')).toBeNull();
});

test.each([
  ['a meta refresh', '<meta http-equiv="refresh" content="0;url=https://evil.example"/>'],
  ['a base', '<base href="https://evil.example/"/>'],
  ['a hint to fetch', '<link rel="prefetch" href="https://evil.example/x"/>'],
])('[AF-06] takes %s out of the head', (_, markup) => {
  expect(clean('<p>x</p>', markup).querySelector('meta, base, link')).toBeNull();
});

test.each([
  ['<p onclick="steal()">x</p>', 'onclick'],
  ['<img src="x" onerror="steal()"/>', 'onerror'],
  ['<a href="javascript:steal()">x</a>', 'href'],
  ['<a href=" java&#9;script:steal()">x</a>', 'href'],
  ['<a href="data:text/html,x">x</a>', 'href'],
  ['<form action="javascript:steal()"></form>', 'action'],
  ['<input autofocus="autofocus"/>', 'autofocus'],
  ['<video autoplay="autoplay"></video>', 'autoplay'],
  ['<img name="defaultView" src="x"/>', 'name'],
  ['<form name="querySelectorAll"></form>', 'name'],
  ['<a target="_top" href="b.xhtml">x</a>', 'target'],
])('[AF-06] %s loses %s', (markup, attribute) => {
  expect(clean(markup).body.firstElementChild?.hasAttribute(attribute)).toBe(false);
});

test('what a book needs stays', () => {
  const page = clean(
    '<p id="a" class="b" style="color: red">x <a name="m" href="2.xhtml#n">note</a><img src="data:image/png;base64,AA" alt="y"/></p>',
    '<link rel="stylesheet" href="a.css"/><style>p { margin: 0 }</style>',
  );
  expect(page.querySelector('link[rel=stylesheet]')).not.toBeNull();
  expect(page.querySelector('style')).not.toBeNull();
  expect(page.querySelector('a')?.getAttribute('href')).toBe('2.xhtml#n');
  expect(page.querySelector('a')?.getAttribute('name')).toBe('m');
  expect(page.querySelector('img')?.hasAttribute('src')).toBe(true);
  expect(page.querySelector('p')?.getAttribute('style')).toBe('color: red');
});

test('[E-09] a drawing in a data address is shown as a picture, and is no link', () => {
  const address = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E";
  const page = clean(`<p><img src="${address}" alt="x"/><a href="${address}">y</a></p>`);
  expect(page.querySelector('img')?.getAttribute('src')).toBe(address);
  expect(page.querySelector('a')?.hasAttribute('href')).toBe(false);
});

test('markup that is not well-formed is read as a browser reads it', () => {
  const page = parseChapter('<html><body><p>one<p>two &nbsp; <br> <img src=x></body>');
  expect(page.querySelectorAll('p')).toHaveLength(2);
});

test('a drawing becomes a page that shows it', () => {
  const page = parseChapter('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"><rect/></svg>');
  expect(page.body.querySelector('svg')).not.toBeNull();
});
