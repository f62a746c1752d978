import { Frame } from './frame.ts';

const frame = () =>
  new Frame(document.body, ['/v1/content/book/one.xhtml', 'https://fonts.example/serif.woff2']);

afterEach(() => document.body.replaceChildren());

test('a frame has its document at once, and no chapter waits for a navigation', () => {
  const { document: page } = frame();
  expect(page?.doctype?.name).toBe('html');
  expect(page?.body).toBeInTheDocument();
});

test.each([
  [true, '20px', 'justify'],
  [false, '1.25rem', ''],
])('a page of fixed layout keeps its own text sizes and alignment: %s', async (isFixed, size, alignment) => {
  const chapter = new DOMParser().parseFromString(
    '<html><head></head><body><p style="font-size: 20px; text-align: justify">x</p></body></html>',
    'text/html',
  );
  const page = await frame().fill(chapter, 'https://books.example/one.xhtml', '', { isFixed });
  const style = page.querySelector('p')?.style;
  expect(style?.getPropertyValue('font-size')).toBe(size);
  expect(style?.getPropertyValue('text-align')).toBe(alignment);
});

test('nothing in a frame runs, and nothing comes from elsewhere than the origins that are named', () => {
  const { document: page, element } = frame();
  expect(element).toHaveAttribute('sandbox', 'allow-same-origin');
  const policy = page?.querySelector('meta[http-equiv="Content-Security-Policy"]')?.getAttribute('content');
  expect(policy).toContain("default-src 'none'; script-src 'none'");
  expect(policy).toContain(`font-src 'self' ${window.location.origin} https://fonts.example data: blob:`);
});
