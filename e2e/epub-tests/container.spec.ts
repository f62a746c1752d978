/** The archive of a book, and the paths in it. */

import { expectPicture, expectShown } from '../support/epub/screen.ts';
import { secondPartOf, shrunk } from '../support/epub/testArchives.ts';
import { testFile } from '../support/epub/testBooks.ts';
import { expect } from '../support/test.ts';
import { epubTest, notApplicable, refusedTest } from './epubTest.ts';

for (const [name, words] of [
  ['ocf-metainf-inc', /^Test passes if this page of the book can be accessed/],
  ['ocf-metainf-manifest', /^Test passes if only this page/],
  ['ocf-package_arbitrary', /^Test passes if you see this/],
  ['ocf-package_multiple', /^Test passes if you see this/],
  ['ocf-url_manifest', /^Test passes if this page opens/],
  ['ocf-url_relative', /^Test passes if this page opens/],
] as const)
  epubTest(name, async ({ page }) => {
    await expectShown(page, words);
    await expect(page.getByText('Page 1 of 1')).toBeAttached();
  });

for (const name of ['ocf-url_link-leaking-relative', 'ocf-url_link-path-absolute', 'ocf-url_link-relative'])
  epubTest(name, ({ page }) => expectPicture(page, testFile(name, 'media/imgs/monastery.jpg')), {
    sample: name === 'ocf-url_link-leaking-relative',
  });

refusedTest(
  'ocf-zip-comp',
  async (answer) => expect(await answer.json(), 'The reason').toMatchObject({ code: 'epub_broken' }),
  shrunk,
);
refusedTest(
  'ocf-zip-mult',
  async (answer) => expect(await answer.json()).toMatchObject({ code: 'unsupported_file' }),
  secondPartOf,
);

for (const name of ['ocf-url_origin', 'ocf-url_parse-leaking-relative', 'ocf-url_parse-path-absolute'])
  notApplicable(name, 'It needs scripts, which Lectern does not run.');
