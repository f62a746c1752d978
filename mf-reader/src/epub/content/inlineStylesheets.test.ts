import { asSeenFrom, inlineStylesheets } from './inlineStylesheets.ts';

const base = 'https://books.example/v1/books/b/content/grant/';
const chapter = `${base}epub/text/one.xhtml`;
const sheet = `${base}epub/css/core.css`;

test.each([
  ['src: url("../fonts/a.otf")', 'src: url("../fonts/a.otf")'],
  ["src: url('a b.png?x#y')", 'src: url("../css/a%20b.png?x#y")'],
  ['src: url( plain.png )', 'src: url( "../css/plain.png" )'],
  ['@import "local.css" screen;', '@import "../css/local.css" screen;'],
  ["@import url('local.css');", '@import url("../css/local.css");'],
  ['src: url(data:font/otf;base64,AA==)', 'src: url(data:font/otf;base64,AA==)'],
  ['fill: url(#pattern)', 'fill: url(#pattern)'],
  ['src: url(https://elsewhere.example/a.png)', 'src: url(https://elsewhere.example/a.png)'],
  ['content: "url"; color: red', 'content: "url"; color: red'],
])('%s means the same in a chapter', (text, expected) => {
  const moved = asSeenFrom(chapter, text, sheet);
  expect(moved).toBe(expected);
  const address = /url\(\s*"?([^")\s]+)|@import "([^"]+)/.exec(text);
  const after = /url\(\s*"?([^")\s]+)|@import "([^"]+)/.exec(moved);
  const [from, to] = [address?.[1] ?? address?.[2], after?.[1] ?? after?.[2]];
  if (from && to && !from.startsWith("'") && !from.startsWith('#'))
    expect(new URL(to, chapter).href).toBe(new URL(from, sheet).href);
});

test('a chapter takes its sheets in, in their order, and keeps links to those that cannot be had', async () => {
  const page = new DOMParser().parseFromString(
    `<html xmlns="http://www.w3.org/1999/xhtml"><head><link rel="stylesheet" href="../css/core.css" media="screen"/><link rel="stylesheet" href="../css/gone.css"/><link rel="stylesheet" href="../css/local.css"/></head><body/></html>`,
    'application/xhtml+xml',
  );
  const asked: string[] = [];
  await inlineStylesheets(page, chapter, async (address) => {
    asked.push(address);
    if (address.endsWith('gone.css')) throw new Error('404');
    return `/* ${address.split('/').at(-1)} */`;
  });
  expect(asked).toEqual(['core', 'gone', 'local'].map((name) => `${base}epub/css/${name}.css`));
  expect([...page.head.children].map((one) => [one.localName, one.textContent])).toEqual([
    ['style', '/* core.css */'],
    ['link', ''],
    ['style', '/* local.css */'],
  ]);
  expect(page.querySelector('style')?.getAttribute('media')).toBe('screen');
});

test('sheets that a sheet imports are taken in before it, with when they apply; a circle has an end', async () => {
  const page = new DOMParser().parseFromString(
    `<html xmlns="http://www.w3.org/1999/xhtml"><head><link rel="stylesheet" href="../css/core.css"/><style>@import "../css/print.css";p{}</style></head><body/></html>`,
    'application/xhtml+xml',
  );
  const sheets: Record<string, string> = {
    core: '/* first */\n@import "base.css";\n@import "wide.css" (min-width: 40em);\n@import "gone.css";\n@import "x.css" layer(a);\np{color:red}',
    base: 'pre{overflow:auto}',
    wide: '@import "base.css"; h1{}',
    print: 'b{}',
  };
  await inlineStylesheets(
    page,
    chapter,
    async (address) => sheets[/(\w+)\.css$/.exec(address)?.[1] ?? ''] ?? null,
  );
  const texts = [...page.head.children].map((one) => one.textContent?.replace(/\s+/g, ' ').trim());
  expect(texts).toEqual([
    'pre{overflow:auto}',
    '@media (min-width: 40em) { pre{overflow:auto} }',
    '@media (min-width: 40em) { h1{} }',
    '/* first */ @import "../css/gone.css"; @import "../css/x.css" layer(a); p{color:red}',
    'b{}',
    'p{}',
  ]);
  const circle = new DOMParser().parseFromString(
    `<html xmlns="http://www.w3.org/1999/xhtml"><head><link rel="stylesheet" href="../css/a.css"/></head><body/></html>`,
    'application/xhtml+xml',
  );
  await inlineStylesheets(circle, chapter, async () => '@import "a.css"; p{}');
  expect([...circle.head.children].map((one) => one.textContent)).toEqual([' p{}']);
});

test('imports with a layer and a feature query are taken in as such', async () => {
  const page = new DOMParser().parseFromString(
    `<html xmlns="http://www.w3.org/1999/xhtml"><head><style>@import "a.css" layer(x) supports(display: grid) screen;@import "b.css" layer;@import "c.css" supports((a: b) and (c: d));</style></head><body/></html>`,
    'application/xhtml+xml',
  );
  await inlineStylesheets(page, chapter, async () => 'p{}');
  const texts = [...page.head.children].map((one) => one.textContent?.replace(/\s+/g, ' ').trim());
  expect(texts).toEqual([
    '@layer x { @supports (display: grid) { @media screen { p{} } } }',
    '@layer { p{} }',
    '@supports ((a: b) and (c: d)) { p{} }',
    '',
  ]);
});

test('[AF-06] sheets that import each other many times end: the rest is dropped', async () => {
  const page = new DOMParser().parseFromString(
    `<html xmlns="http://www.w3.org/1999/xhtml"><head><link rel="stylesheet" href="0.css"/></head><body/></html>`,
    'application/xhtml+xml',
  );
  let loaded = 0;
  await inlineStylesheets(page, chapter, async (address) => {
    loaded += 1;
    const next = Number(/(\d+)\.css$/.exec(address)?.[1]) + 1;
    return `${`@import "${next}.css";`.repeat(10)}p{}`;
  });
  expect(loaded).toBe(201);
  expect(page.head.children.length).toBe(201);
  expect(page.head.textContent).not.toContain('@import');
});
