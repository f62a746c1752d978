/**
 * The search overlay with a large shelf: time to open, time per key, time until the text of books is searched.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';
import type { Page } from '@playwright/test';
import { type Benchmark, type Figure, median } from './lib/bench.ts';
import { type Library, openLibrary } from './lib/library.ts';
import { followMainThread } from './lib/mainThread.ts';
import { untilQuiet, watched } from './lib/reader.ts';

const [bookCount, noteCount, collectionCount] = [200, 10_000, 100];
/** Passages per book; a novel has a thousand. */
const passageCount = Number(process.env.BENCH_PASSAGES ?? 300);
const debounce = 300;
const words =
  'whale sea ship harbour night snow moor window lamp road reader page hand voice house garden letter river stone light'.split(
    ' ',
  );

const sentence = (seed: number, length: number) =>
  Array.from({ length }, (_, at) => words[(seed * 7 + at * at * 3 + at) % words.length]).join(' ');

/** Inserted into the store, since only reading is measured. */
async function fill({ services: { db }, userId }: Library): Promise<void> {
  const now = new Date().toISOString();
  const books = Array.from({ length: bookCount }, (_, n) => ({
    id: randomUUID(),
    title: `The ${sentence(n, 3)} ${n}`,
    author: `Author ${n % 40}`,
  }));
  await db.transaction().execute(async (trx) => {
    for (const [n, book] of books.entries()) {
      await trx
        .insertInto('books')
        .values({
          ...book,
          user_id: userId,
          sha256: book.id,
          format: 'epub',
          file_name: 'book.epub',
          file_size: 1_000,
          page_count: 300,
          word_count: 60_000,
          cover_source: 'generated',
          current_page: 0,
          progress: 0,
          is_reading: 0,
          completed: 0,
          status: 'unread',
          favorite: 0,
          cover_version: 0,
          layout: 'reflowable',
          direction: 'ltr',
          created_at: now,
          updated_at: now,
        })
        .execute();
      const passages = Array.from({ length: passageCount }, (_, seq) => ({
        book_id: book.id,
        user_id: userId,
        seq,
        target: Math.floor(seq / 20),
        fraction: (seq % 20) / 20,
        chapter: `Chapter ${Math.floor(seq / 20)}`,
        text: `${sentence(n * passageCount + seq, 90)}${seq === 7 && n % 50 === 0 ? ' quokka' : ''}.`,
      }));
      for (let at = 0; at < passages.length; at += 100) {
        await trx
          .insertInto('passages')
          .values(passages.slice(at, at + 100))
          .execute();
      }
    }
    for (let at = 0; at < noteCount; at += 100) {
      const notes = Array.from({ length: 100 }, (_, n) => ({
        id: randomUUID(),
        user_id: userId,
        book_id: books[(at + n) % bookCount]?.id ?? null,
        title: '',
        content: sentence(at + n, 40),
        type: 'note',
        page: null,
        position: null,
        color: null,
        tags: '[]',
        unread: 0 as const,
        changed_by: null,
        conflict_of: null,
        created_at: now,
        updated_at: now,
      }));
      await trx.insertInto('notes').values(notes).execute();
    }
    for (let n = 0; n < collectionCount; n += 1) {
      await trx
        .insertInto('collections')
        .values({ id: randomUUID(), user_id: userId, name: sentence(n, 3), updated_at: now })
        .execute();
    }
  });
}

const absolute = (name: string, samples: number[], promised: number): Figure => {
  const ours = median(samples);
  return {
    name: `${name}, median / ${promised} ms`,
    unit: 'ms',
    ours,
    reference: promised,
    ratio: ours / promised,
    promised: 1,
    samples: { ours: samples, reference: [promised] },
  };
};

/** On a busy machine an idle page waits as well: measures how much longer it waits after a key. */
function added(keys: number[], still: number[]): Figure {
  const ours = median(keys) - median(still);
  return {
    name: `the same, less the longest wait of as much time with no key (${median(still).toFixed(1)} ms), median / 10 ms`,
    unit: 'ms',
    ours,
    reference: 10,
    ratio: ours / 10,
    promised: 1,
    samples: { ours: keys, reference: still },
  };
}

/**
 * The longest blocking time of the page after its mark 'key', within
 * so many milliseconds from now.
 */
function longestWait(page: Page, milliseconds: number): Promise<number> {
  return page.evaluate(async (until) => {
    performance.mark('key');
    let longest = 0;
    let last = performance.now();
    const end = last + until;
    const channel = new MessageChannel();
    await new Promise<void>((resolve) => {
      channel.port1.onmessage = () => {
        const now = performance.now();
        longest = Math.max(longest, now - last);
        last = now;
        if (now > end) resolve();
        else channel.port2.postMessage(null);
      };
      channel.port2.postMessage(null);
    });
    return longest;
  }, milliseconds);
}

export const search: Benchmark = {
  name: 'search',
  async run({ browser }): Promise<Figure[]> {
    const dataDir = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
    const library = await openLibrary(dataDir);
    try {
      await fill(library);
      const asked: number[] = [];
      for (const q of [
        'whale harbour',
        'quokka',
        'lamp road reader',
        'snow',
        '"sea ship"',
        'window',
        'qokka',
      ]) {
        const begun = performance.now();
        await fetch(`${library.api}/search?q=${encodeURIComponent(q)}`, {
          headers: { authorization: `Bearer ${library.token}` },
        }).then((answer) => answer.json());
        asked.push(performance.now() - begun);
      }
      const opened: number[] = [];
      const keys: number[] = [];
      const worked: number[] = [];
      const still: number[] = [];
      for (let round = 0; round < 3; round += 1) {
        const context = watched(await browser.newContext({ viewport: { width: 1280, height: 800 } }));
        await context.addInitScript(
          ([names, token, user]) => {
            localStorage.setItem(names.token, token);
            localStorage.setItem(names.user, user);
          },
          [
            storageKeys,
            library.token,
            JSON.stringify({
              id: library.userId,
              name: 'Bench',
              email: 'bench@example.org',
              avatar: null,
              roles: [],
            }),
          ] as const,
        );
        const page = await context.newPage();
        await page.goto(`${new URL(library.api).origin}/dashboard`);
        await untilQuiet(page);
        // From the key to the first frame with the field.
        await page.evaluate(() => {
          addEventListener(
            'keydown',
            () => {
              const begun = performance.now();
              const look = () => {
                if (document.querySelector('[role=combobox]')) {
                  document.documentElement.dataset.opened = String(performance.now() - begun);
                } else requestAnimationFrame(look);
              };
              requestAnimationFrame(look);
            },
            { once: true, capture: true },
          );
        });
        await page.keyboard.press('Control+k');
        await page.getByRole('combobox').waitFor();
        opened.push(Number(await page.evaluate(() => document.documentElement.dataset.opened)));
        await untilQuiet(page);
        await page.keyboard.type('w');
        const thread = await followMainThread(page);
        for (const key of 'hale') {
          const watched = longestWait(page, debounce + 200);
          await page.keyboard.type(key);
          keys.push(await watched);
        }
        worked.push(...(await thread.stop('key')).map(({ longest }) => longest));
        for (let n = 0; n < 4; n += 1) still.push(await longestWait(page, debounce + 200));
        await context.close();
      }
      return [
        absolute('the overlay opens, first time', opened, 100),
        absolute(
          `a key, over ${bookCount} books, ${noteCount} notes, ${collectionCount} collections`,
          keys,
          10,
        ),
        absolute('the same: the longest task of a key, in time of the processor', worked, 10),
        added(keys, still),
        absolute(
          `full text over ${bookCount} books of ${passageCount} passages, after the debounce`,
          asked,
          50,
        ),
      ];
    } finally {
      await library.close();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
};
