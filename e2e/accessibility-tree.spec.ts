import { alreadySignedIn, upload, withConsent } from './support/account.ts';
import { makeEpub } from './support/books.ts';
import { chapterFrame, untilOpen } from './support/reader.ts';
import { steady } from './support/steady.ts';
import { expect, test } from './support/test.ts';

/** The accessibility tree of the reader, the library and a dialog, as text for screen readers. */

// Only offline tests need the service worker; here it would slow down every page.
test.use({ serviceWorkers: 'block' });

test('[X-01] the accessibility tree of the reader has its controls, the reading position and the text', {
  tag: '@every-run',
}, async ({ page, request, context }) => {
  await withConsent(context);
  const { token } = await alreadySignedIn(page, request);
  const book = await upload(request, token, await makeEpub('The House by Lamplight', 'Ann Example'));
  await page.goto(`/read/${book.id}`);
  await untilOpen(page);
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - region "Page of the book":
        - iframe
      - link "Back to the library"
      - heading "The House by Lamplight" [level=1]
      - button "Start reading session"
      - button "Bookmark this page"
      - button "Search in this book"
      - button "Appearance"
      - button "Contents, bookmarks and notes"
      - button "Previous page"
      - slider "Place in the book"
      - button "Next page"
      - button /Page \\d+ of \\d+/
  `);
  await expect(chapterFrame(page).locator('body')).toMatchAriaSnapshot(`
    - heading
    - paragraph
  `);
});

test('[X-02] reading on with a screen reader updates the position: the page follows the paragraph', async ({
  page,
  request,
  context,
}) => {
  await withConsent(context);
  const { token } = await alreadySignedIn(page, request);
  const book = await upload(request, token, await makeEpub('The House by Lamplight', 'Ann Example'));
  await page.goto(`/read/${book.id}`);
  await untilOpen(page);
  const place = page.getByText(/^Page \d+ of \d+$/).first();
  const before = (await place.textContent()) ?? '';
  // A virtual cursor scrolls the current paragraph into view without key events.
  const last = chapterFrame(page).locator('p').last();
  await last.evaluate((element) => element.scrollIntoView({ block: 'nearest', inline: 'nearest' }));
  await expect(place).not.toHaveText(before);
  const shown = (await steady(page, () => place.textContent())) ?? '';
  const between = () =>
    chapterFrame(page)
      .locator('html')
      .evaluate((root) => Math.abs(root.scrollLeft) % root.clientWidth);
  await expect.poll(between).toBeLessThan(2);
  await page.reload();
  await untilOpen(page);
  await expect(place).toHaveText(shown);
});

test('[X-02] the focus moves with the page into the next chapter, and from there to the controls', async ({
  page,
  request,
  context,
}) => {
  await withConsent(context);
  const { token } = await alreadySignedIn(page, request);
  const book = await upload(request, token, await makeEpub('The House by Lamplight', 'Ann Example'));
  await page.goto(`/read/${book.id}`);
  await untilOpen(page);
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('title'));
  await expect.poll(focused).toBe('The Lamp');
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowRight');
  await expect(chapterFrame(page).getByRole('heading', { name: 'The Window' })).toBeVisible();
  await expect.poll(focused).toBe('The Window');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('link', { name: 'Back to the library' })).toBeFocused();
  // The first Escape closes the tooltip of the link.
  const tooltip = page.getByRole('tooltip');
  await expect(tooltip).toHaveText('Back to the library');
  await page.keyboard.press('Escape');
  await expect(tooltip).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect.poll(focused).toBe('The Window');
});

test('the accessibility tree of the library and of a dialog', async ({ page, request, context }) => {
  await withConsent(context);
  const { token } = await alreadySignedIn(page, request);
  const book = await upload(request, token, await makeEpub('The House by Lamplight', 'Ann Example'));
  await page.goto('/library');
  await expect(page.getByRole('list', { name: 'Your books' })).toBeVisible();
  await expect(page.locator('.prerendered:visible')).toHaveCount(0);
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Library" [level=1]
      - tablist "Library":
        - tab /Library/ [selected]
        - tab /Reading/
        - tab /Statistics/
        - tab /Collections/
        - tab /Notes/
      - tabpanel:
        - list "Your books":
          - listitem:
            - article:
              - link /The House by Lamplight/
              - button "More about The House by Lamplight"
  `);
  await page.goto(`/books/${book.id}`);
  await expect(page.getByRole('heading', { name: 'The House by Lamplight' })).toHaveAttribute('lang', 'en');
  await page.getByRole('button', { name: 'Edit Details' }).click();
  await expect(page.getByRole('dialog')).toMatchAriaSnapshot(`
    - dialog "Edit Details":
      - heading "Edit Details" [level=2]
      - textbox "Title": The House by Lamplight
      - textbox "Author": Ann Example
      - button "Cancel"
      - button "Save"
      - button "Close"
  `);
});

test('[X-05] selected and unselected options look different with forced colors', async ({
  page,
  request,
  context,
}) => {
  await withConsent(context);
  const { token } = await alreadySignedIn(page, request);
  await upload(request, token, await makeEpub());
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/library');
  await expect(page.getByRole('list', { name: 'Your books' })).toBeVisible();
  await expect(page.locator('.prerendered:visible')).toHaveCount(0);
  const background = (one: import('@playwright/test').Locator) =>
    one.evaluate((element) => getComputedStyle(element).backgroundColor);
  for (const [chosen, other] of [
    [
      page.getByRole('button', { name: 'Grid', exact: true }),
      page.getByRole('button', { name: 'List', exact: true }),
    ],
    [page.getByRole('tab', { name: /^Library/ }), page.getByRole('tab', { name: /^Notes/ })],
    [page.getByRole('button', { name: /^All Books/ }), page.getByRole('button', { name: /^Unread/ })],
  ] as const)
    expect(await background(chosen)).not.toBe(await background(other));
});
