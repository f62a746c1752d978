import { Frame } from './frame.ts';

const frame = () =>
  new Frame(document.body, ['/v1/content/book/one.xhtml', 'https://fonts.example/serif.woff2']);

afterEach(() => document.body.replaceChildren());

test('a frame has its document at once, and no chapter waits for a navigation', () => {
  const { document: page } = frame();
  expect(page?.doctype?.name).toBe('html');
  expect(page?.body).toBeInTheDocument();
});

test('nothing in a frame runs, and nothing comes from elsewhere than the origins that are named', () => {
  const { document: page, element } = frame();
  expect(element).toHaveAttribute('sandbox', 'allow-same-origin');
  const policy = page?.querySelector('meta[http-equiv="Content-Security-Policy"]')?.getAttribute('content');
  expect(policy).toContain("default-src 'none'; script-src 'none'");
  expect(policy).toContain(`font-src 'self' ${window.location.origin} https://fonts.example data: blob:`);
});
