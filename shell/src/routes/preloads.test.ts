import { preloadAddresses, preloadFiles } from './preloads.ts';

const answers: Record<string, unknown> = {
  manifest: {
    content_url: '/v1/books/b1/content/signed',
    spine: [{ href: 'a.xhtml' }, { href: 'b/$&.xhtml' }],
  },
  progress: { position: { spine_index: 1 } },
};
const addresses = (...templates: string[]) => preloadAddresses(templates, (key) => answers[key]);

describe('the addresses of files to preload', () => {
  it('are built from responses, where one value may lead to another', () => {
    expect(
      addresses('{manifest#/content_url}/{manifest#/spine/{progress#/position/spine_index}/href}'),
    ).toEqual(['/v1/books/b1/content/signed/b/$&.xhtml']);
  });

  it.each(['{manifest#/spine/7/href}', '{unknown#/a}', '{manifest#/spine}', '{manifest#/constructor/name}'])(
    'are left out where a value is not known: %s',
    (template) => {
      expect(addresses(template, '/plain')).toEqual(['/plain']);
    },
  );
});

it('only files of this origin are requested, in the same way as fetch', () => {
  document.head.replaceChildren();
  preloadFiles(['/v1/books/b1/content/x', 'https://evil.example/x', '//evil.example/x']);
  const [link, ...others] = document.head.querySelectorAll('link');
  expect(others).toEqual([]);
  expect(link).toMatchObject({
    rel: 'preload',
    as: 'fetch',
    crossOrigin: 'anonymous',
    href: `${window.location.origin}/v1/books/b1/content/x`,
  });
});
