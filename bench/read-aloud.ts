/** Media overlays: from Play to sound, and the largest offset between sentence and sound. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Book, Manifest } from '@lectern/shared-contracts/api/books.ts';
import type { MediaOverlay } from '@lectern/shared-contracts/api/mediaOverlay.ts';
import type { Browser, Page } from '@playwright/test';
import { type Benchmark, type Figure, median } from './lib/bench.ts';
import { makeBook, xhtml } from './lib/makeBook.ts';
import { type BenchReader, newReader, untilQuiet } from './lib/reader.ts';

const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const sentences = Number(process.env.BENCH_SENTENCES ?? 60);
/** Length of each sentence, and the start of the first one in the file, in seconds. */
const spoken = 0.6;
const firstAt = 29.3;
/** Allowed milliseconds from Play beyond those of a bare audio element, and between sentence and sound. */
const allowed = { start: 300, apart: 100 };
/** The chapter of Moby Dick with sound from the W3C's media overlay tests. */
const recording = ['epub-tests', 'tests', 'mol-audio', 'EPUB', 'audio', 'mobydick_1.mp3'];

/** Consecutive clips in a file, one for each sentence of one chapter. */
function spokenBook(sound: Buffer): Promise<string> {
  const numbers = Array.from({ length: sentences }, (_, index) => index);
  const at = (number: number) => `${(firstAt + number * spoken).toFixed(3)}s`;
  return makeBook({
    title: 'A spoken book',
    meta: '<meta property="media:active-class">is-heard</meta><meta property="media:duration">60s</meta>',
    items:
      '<item id="one" href="one.xhtml" media-type="application/xhtml+xml" media-overlay="heard"/><item id="heard" href="one.smil" media-type="application/smil+xml"/><item id="sound" href="one.mp3" media-type="audio/mpeg"/>',
    spine: '<itemref idref="one"/>',
    files: {
      'one.mp3': sound,
      'one.xhtml': xhtml(
        'One',
        numbers
          .map((number) => `<p id="s${number}">This is sentence ${number}, and it is heard.</p>`)
          .join(''),
      ),
      'one.smil': `<smil xmlns="http://www.w3.org/ns/SMIL" version="3.0"><body>${numbers
        .map(
          (number) =>
            `<par id="p${number}"><text src="one.xhtml#s${number}"/><audio src="one.mp3" clipBegin="${at(number)}" clipEnd="${at(number + 1)}"/></par>`,
        )
        .join('')}</body></smil>`,
    },
  });
}

export const readAloud: Benchmark = {
  name: 'read-aloud',
  async run({ browser, url, books }): Promise<Figure[]> {
    const file = join(books, '..', ...recording);
    if (!existsSync(file)) throw new Error(`there is no recording at ${file}`);
    const reader = await newReader(url);
    const book = await reader.upload(await spokenBook(readFileSync(file)));
    const starts = { ours: [] as number[], reference: [] as number[] };
    const address = await addressOfSound(reader, book, url);
    for (let round = 0; round <= rounds; round++) {
      const [ours, reference] = [
        await fromPlayToSound(browser, url, reader, book),
        await ofTheElement(browser, url, reader, address),
      ];
      // The first warms up.
      if (round > 0) {
        starts.ours.push(ours);
        starts.reference.push(reference);
      }
    }
    const [start, alone] = [median(starts.ours), median(starts.reference) + allowed.start];
    const apart = await furthestApart(browser, url, reader, book);
    return [
      {
        name: `from Play to sound / the audio element by itself and ${allowed.start} ms`,
        unit: 'ms',
        ours: start,
        reference: alone,
        ratio: start / alone,
        promised: 1,
        samples: starts,
      },
      {
        name: `sentence and sound, furthest apart in a chapter of ${sentences} sentences / ${allowed.apart} ms`,
        unit: 'ms',
        ours: Math.max(...apart),
        reference: allowed.apart,
        ratio: Math.max(...apart) / allowed.apart,
        promised: 1,
        samples: { ours: apart, reference: [] },
      },
    ];
  },
};

async function addressOfSound(reader: BenchReader, book: Book, url: string): Promise<string> {
  const { content_url, spine } = await reader.get<Manifest>(`/books/${book.id}/manifest`);
  const overlay = (await (
    await fetch(new URL(`${content_url}/${spine[0]?.overlay}`, url))
  ).json()) as MediaOverlay;
  return `${content_url}/${overlay.clips[0]?.audio}`;
}

/** Opens the book with recorded audio elements, and the menu with Read aloud. */
async function open(browser: Browser, url: string, reader: BenchReader, book: Book): Promise<Page> {
  const context = await reader.context(browser);
  await context.addInitScript(() => {
    const { play } = HTMLMediaElement.prototype;
    HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
      this.addEventListener('playing', () => {
        const times = window as unknown as { sound?: HTMLMediaElement; soundAt?: number };
        times.sound = this;
        times.soundAt ??= performance.now();
      });
      return play.call(this);
    };
  });
  const page = await context.newPage();
  await page.goto(`${url}/read/${book.id}`);
  await page.frameLocator('iframe >> visible=true').getByText('This is sentence 0,').waitFor();
  await untilQuiet(page);
  await page.mouse.move(400, 300);
  await page.mouse.move(430, 330);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  return page;
}

const play = (page: Page) => page.getByRole('menuitem', { name: 'Read aloud' }).click();

async function fromPlayToSound(
  browser: Browser,
  url: string,
  reader: BenchReader,
  book: Book,
): Promise<number> {
  const page = await open(browser, url, reader, book);
  await page.evaluate(() =>
    document.addEventListener('pointerdown', () => Object.assign(window, { pressedAt: performance.now() }), {
      capture: true,
      once: true,
    }),
  );
  await play(page);
  const time = await page.evaluate<number>(`new Promise((resolve, reject) => {
    const began = performance.now();
    const look = () => {
      if (window.soundAt !== undefined) resolve(window.soundAt - window.pressedAt);
      else if (performance.now() - began > 20000) reject(new Error('No sound after 20 s.'));
      else requestAnimationFrame(look);
    };
    look();
  })`);
  await page.context().close();
  return time;
}

/** The same file from the same second, by a bare audio element on a page of the product. */
async function ofTheElement(
  browser: Browser,
  url: string,
  reader: BenchReader,
  address: string,
): Promise<number> {
  const context = await reader.context(browser);
  const page = await context.newPage();
  await page.goto(`${url}/library`);
  await untilQuiet(page);
  const time = await page.evaluate<number>(`new Promise((resolve, reject) => {
    const audio = new Audio();
    const began = performance.now();
    audio.addEventListener('playing', () => resolve(performance.now() - began));
    audio.addEventListener('error', () => reject(new Error('The sound cannot be played.')));
    audio.src = ${JSON.stringify(address)};
    audio.currentTime = ${firstAt};
    audio.play().catch(reject);
  })`);
  await context.close();
  return time;
}

/**
 * Plays the chapter to its end, and reads the audio time whenever a sentence is marked.
 * @returns the offset in milliseconds for each sentence
 */
async function furthestApart(
  browser: Browser,
  url: string,
  reader: BenchReader,
  book: Book,
): Promise<number[]> {
  const page = await open(browser, url, reader, book);
  await page.evaluate(`(() => {
    window.apart = [];
    const frame = [...document.querySelectorAll('iframe')].find((one) => getComputedStyle(one).visibility === 'visible');
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        if (!target.classList.contains('is-heard') || !window.sound) continue;
        const begins = ${firstAt} + Number(target.id.slice(1)) * ${spoken};
        window.apart.push(Math.abs(window.sound.currentTime - begins) * 1000);
      }
    }).observe(frame.contentDocument, { subtree: true, attributeFilter: ['class'] });
  })()`);
  await play(page);
  await page.getByRole('group', { name: 'Reading aloud' }).waitFor();
  await page
    .getByRole('group', { name: 'Reading aloud' })
    .waitFor({ state: 'detached', timeout: sentences * spoken * 1_000 + 60_000 });
  const apart = await page.evaluate<number[]>('window.apart');
  await page.context().close();
  if (apart.length < sentences - 1)
    throw new Error(`only ${apart.length} of ${sentences} sentences were heard`);
  return apart;
}
