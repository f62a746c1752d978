import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import sharp from 'sharp';
import {
  type CoverRenderer,
  createCoverRenderer,
  createPageRenderer,
} from '../src/intake/ingest/pageImage/renderers.ts';
import { helperScript } from './support/helperScript.ts';

const megabyte = 1024 ** 2;
const log = { error: () => {} };
let folder: string;
let covers: CoverRenderer;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-helpers-'));
  covers = createCoverRenderer(log);
});
after(async () => {
  await covers.stop();
  await rm(folder, { recursive: true });
});

const book = { title: 'Title', author: 'Author' };

async function task(picture: Uint8Array | null) {
  return { picture, book, workDir: await mkdtemp(join(folder, 'cover-')) };
}

/** 64 megapixels; a progressive JPEG requires all of them in memory at once. */
async function largePicture(): Promise<Buffer> {
  const create = { width: 8_000, height: 8_000, channels: 3, background: '#246' } as const;
  return sharp({ create }).jpeg({ progressive: true }).toBuffer();
}

describe('[S-03] the process that renders covers', () => {
  test('decodes the largest pictures without using the server’s memory', async () => {
    const picture = await largePicture();
    await covers.render('warm-up', await task(null));
    let most = 0;
    const before = process.memoryUsage.rss();
    const timer = setInterval(() => {
      most = Math.max(most, process.memoryUsage.rss() - before);
    }, 5);
    try {
      const asked = { ...(await task(null)), picture };
      await covers.render('reader', asked);
      assert.equal((await readdir(asked.workDir)).length, 4);
    } finally {
      clearInterval(timer);
    }
    assert.ok(most < 100 * megabyte, `${Math.round(most / megabyte)} MB more`);
  });

  test('is replaced by a new one when it is being ended while idle', async () => {
    const script = helperScript(`process.on('message', () => process.send({ source: 'drawn', files: {} }));`);
    const renderer = createCoverRenderer(log, script, 0);
    try {
      for (let cover = 0; cover < 20; cover++) {
        await renderer.render('reader', await task(Buffer.from('a picture')));
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    } finally {
      await renderer.stop();
    }
  });

  test('is the only one that ends when a decoder crashes, and the next cover gets a new one', async () => {
    const script = helperScript(
      `process.on('message', ({ picture }) => picture ? process.abort() : process.send({ source: 'drawn', files: {} }));`,
    );
    const renderer = createCoverRenderer(log, script);
    try {
      await assert.rejects(renderer.render('reader', await task(new Uint8Array(1))), {
        code: 'unsupported_file',
      });
      assert.deepEqual((await renderer.render('reader', await task(null))).files, {});
    } finally {
      await renderer.stop();
    }
  });

  test('has no secrets of the server', async () => {
    const script = helperScript(
      `process.on('message', () => process.send({ source: 'drawn', files: process.env }));`,
    );
    process.env.LECTERN_SECRET_OF_TEST = 'secret';
    const renderer = createCoverRenderer(log, script);
    try {
      const { files } = await renderer.render('reader', await task(null));
      assert.ok(!JSON.stringify(files).includes('secret'));
    } finally {
      delete process.env.LECTERN_SECRET_OF_TEST;
      await renderer.stop();
    }
  });
});

test('a page that crashes the process does not exist; one that is not rendered in time may be requested again', async () => {
  const script = helperScript(
    `process.on('message', ({ page }) => page === 1 ? process.abort() : process.send('drawn'));`,
  );
  const task = (page: number) => ({ path: 'book.pdf', page, width: 100 });
  const pages = createPageRenderer(log, script);
  const slow = createPageRenderer(log, helperScript(''), 1);
  try {
    assert.equal(await pages.render('reader', task(1)), null);
    assert.equal(await pages.render('reader', task(2)), 'drawn');
    await assert.rejects(slow.render('reader', task(1)), { code: 'busy' });
  } finally {
    await Promise.all([pages.stop(), slow.stop()]);
  }
});

test('a page that takes long holds up the pages of its own reader only', async () => {
  const script = helperScript(`process.on('message', ({ page }) => page === 1 || process.send('drawn'));`);
  const task = (page: number) => ({ path: 'book.pdf', page, width: 100 });
  const pages = createPageRenderer(log, script);
  const held = pages.render('slow', task(1)).catch(() => 'ended');
  try {
    const others = ['one', 'two'].map((reader) => pages.render(reader, task(2)));
    assert.deepEqual(await Promise.all(others), ['drawn', 'drawn']);
  } finally {
    await pages.stop();
  }
  assert.equal(await held, null);
});
