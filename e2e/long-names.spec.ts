import type { APIRequestContext, Page } from '@playwright/test';
import { newAccount, register, signIn, upload, withConsent } from './support/account.ts';
import { makeEpub } from './support/books.ts';
import { untilSettled } from './support/pages.ts';
import { steady } from './support/steady.ts';
import { expect, test } from './support/test.ts';

// Only offline tests need the service worker; here it would slow down every page.
test.use({ serviceWorkers: 'block' });

/** One word that no line has room for. */
const word = 'Unbreakable'.repeat(8).slice(0, 80);
/** 300 characters that begin with it: names end where their field does. */
const long = `${word} ${'and a name that goes on '.repeat(12)}`.slice(0, 300);

/** A reader each of whose fields holds such a name; answers with the id of the book. */
async function namedAtLength(request: APIRequestContext, page: Page): Promise<string> {
  const account = await register(request, { ...newAccount(), name: long.slice(0, 200) });
  await signIn(page, account);
  const book = await upload(request, account.token, await makeEpub());
  const send = async (method: 'POST' | 'PUT' | 'PATCH', path: string, data: object) => {
    const headers = { authorization: `Bearer ${account.token}` };
    const answer = await request.fetch(`/v1${path}`, { method, headers, data });
    expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true);
  };
  const names = { title: long, author: long, publisher: long, series: long, genre: long.slice(0, 200) };
  const now = new Date().toISOString();
  await send('PATCH', `/books/${book.id}`, {
    ...names,
    description: long,
    series_index: 1,
    status: 'reading',
  });
  await send('PUT', `/collections/${crypto.randomUUID()}`, {
    name: long.slice(0, 200),
    description: long,
    color: null,
    icon: null,
    bookIds: [book.id],
  });
  await send('POST', `/notes/book/${book.id}`, { title: long, content: long, tags: [word.slice(0, 60)] });
  await send('POST', `/books/${book.id}/highlights`, { text: long, color: 'yellow', note: long });
  await send('PUT', `/words/${crypto.randomUUID()}`, {
    word: long.slice(0, 200),
    headword: long.slice(0, 200),
    language: 'en',
    sentence: long,
    meaning: long,
    book_id: book.id,
    position: null,
    created_at: now,
  });
  await send('POST', '/api/gamification/goals', {
    title: long.slice(0, 200),
    description: long,
    type: 'daily',
    target: 10,
  });
  await send('POST', '/auth/app-passwords', { name: long.slice(0, 100), scopes: ['read'] });
  return book.id;
}

/**
 * Texts with the long word that reach out of the window, or out of an element that neither scrolls nor says by an
 * ellipsis that there is more.
 */
const overflowing = (page: Page): Promise<string[]> =>
  page.evaluate(
    (needle) => {
      const found = new Set<string>();
      const wide = document.documentElement;
      if (wide.scrollWidth > wide.clientWidth)
        found.add(`the page: ${wide.scrollWidth} in ${wide.clientWidth}`);
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const text = texts.currentNode;
        const owner = text.parentElement;
        if (!text.textContent?.includes(needle) || !owner?.checkVisibility()) continue;
        const range = document.createRange();
        range.selectNodeContents(text);
        const { left, right } = range.getBoundingClientRect();
        for (let element: HTMLElement | null = owner; element; element = element.parentElement) {
          const { overflowX, display, position } = getComputedStyle(element);
          // What it cuts off has an ellipsis, or is scrolled to.
          if (overflowX !== 'visible') break;
          if (display === 'inline' || display === 'contents') continue;
          const box = element.getBoundingClientRect();
          if (right > box.right + 1 || left < box.left - 1)
            found.add(
              `${element.localName}.${element.className}: ${left}–${right} in ${box.left}–${box.right}`,
            );
          if (position === 'fixed') break;
        }
      }
      return [...found];
    },
    word.slice(0, 60),
  );

for (const width of [1440, 390]) {
  test(`[U-18] names of 300 characters and words of 80 wrap on every page, ${width} px`, async ({
    page,
    request,
    context,
  }) => {
    test.slow();
    await page.setViewportSize({ width, height: 900 });
    await withConsent(context);
    const book = await namedAtLength(request, page);
    const found: string[] = [];
    const look = async (place: string) => {
      await untilSettled(page);
      for (const fault of await steady(page, () => overflowing(page))) found.push(`${place}: ${fault}`);
    };
    for (const path of [
      '/dashboard',
      '/library',
      `/books/${book}`,
      '/collections',
      '/notes',
      '/words',
      '/gamification',
      '/mentor',
      '/profile',
      '/upload',
      '/settings?page=sign-in',
      '/settings?page=goals',
    ]) {
      await page.goto(path);
      await look(path);
    }
    await page.goto('/library');
    await page.getByRole('button', { name: 'List', exact: true }).click();
    await look('/library as a list');
    await page.goto(`/read/${book}`);
    await look('/read');
    await page.goto(`/books/${book}`);
    await page.getByRole('button', { name: 'Edit Details' }).first().click();
    await look('the form of the details');
    expect(found).toEqual([]);
  });
}
