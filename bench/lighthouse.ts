/**
 * Lighthouse scores of the pages that a newcomer sees first. It uses an installed Lighthouse: in a parent folder, or in
 * LECTERN_LIGHTHOUSE (a folder with node_modules/lighthouse in it). It is not part of the product.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium as playwright } from '@playwright/test';
import { freePort } from '../tools/lib/processes/freePort.mjs';
import type { BenchContext, Benchmark, Figure } from './lib/bench.ts';
import { median } from './lib/bench.ts';
import { type BenchReader, bookFile, newReader } from './lib/reader.ts';

const rounds = Number(process.env.LECTERN_BENCH_ROUNDS ?? 5);
/** 'mobile' is Lighthouse's default: a phone with a quarter of this processor, on a slow network. */
const devices = ['desktop', 'mobile'] as const;
type Device = (typeof devices)[number];
/** Points out of 100 that each category may lose. */
const mayLose = 5;
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

interface Lighthouse {
  run(device: Device, url: string, flags: object): Promise<Record<string, number>>;
}

interface Result {
  lhr: {
    categories: Record<string, { score: number | null }>;
    audits: Record<string, { score: number | null; title: string; displayValue?: string }>;
  };
}

async function findLighthouse(): Promise<Lighthouse> {
  const require = createRequire(join(process.env.LECTERN_LIGHTHOUSE ?? process.cwd(), 'lectern.js'));
  let entry: string;
  try {
    entry = require.resolve('lighthouse');
  } catch {
    throw new Error('Lighthouse is not installed here; LECTERN_LIGHTHOUSE names the folder where it is.');
  }
  const { default: lighthouse, desktopConfig } = await import(pathToFileURL(entry).href);
  return {
    async run(device, url, flags) {
      const { lhr }: Result = await lighthouse(url, flags, device === 'desktop' ? desktopConfig : undefined);
      if (process.env.LECTERN_BENCH_DETAILS)
        for (const [id, { score, title, displayValue }] of Object.entries(lhr.audits))
          if (score !== null && score < 0.9) console.log(`    ${id} ${score} ${title} ${displayValue ?? ''}`);
      return Object.fromEntries(
        categories.map((name) => [name, (lhr.categories[name]?.score ?? 0) * 100] as const),
      );
    },
  };
}

/** A new browser for each run: without any data, except for the signed-in reader of a reader's page. */
async function look(
  lighthouse: Lighthouse,
  device: Device,
  { url, chromium }: BenchContext,
  path: string,
  reader: BenchReader | null,
): Promise<Record<string, number>> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-lighthouse-'));
  const port = await freePort();
  const context = await playwright.launchPersistentContext(folder, {
    ...chromium,
    args: [...chromium.args, `--remote-debugging-port=${port}`],
  });
  try {
    if (reader !== null) {
      const page = await context.newPage();
      await page.goto(`${url}/icons/mark.svg`);
      await page.evaluate((entries) => {
        for (const [key, value] of entries) localStorage.setItem(key, value);
      }, reader.stored());
      await page.close();
    }
    return await lighthouse.run(device, `${url}${path}`, {
      port,
      logLevel: 'error',
      onlyCategories: [...categories],
      disableStorageReset: reader !== null,
    });
  } finally {
    await context.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

export const lighthouse: Benchmark = {
  name: 'lighthouse',
  async run(context): Promise<Figure[]> {
    const { url, books } = context;
    const found = await findLighthouse();
    const reader = await newReader(url);
    for (const file of ['jane-austen_pride-and-prejudice.epub', 'herman-melville_moby-dick.epub'])
      await reader.upload(bookFile(books, 'epub', file)).catch(() => undefined);
    const pages = [
      ['Landing', '/', null],
      ['Sign-in', '/login', null],
      ['Library', '/library', reader],
    ] as const;
    const figures: Figure[] = [];
    for (const device of devices)
      for (const [name, path, who] of pages) {
        const runs: Record<string, number>[] = [];
        for (let round = 0; round < rounds; round += 1)
          runs.push(await look(found, device, context, path, who));
        for (const category of categories) {
          const lost = runs.map((scores) => 100 - (scores[category] ?? 0));
          const ours = median(lost);
          figures.push({
            name: `Lighthouse (${device}), ${name}, ${category}: points lost, of the ${mayLose} that may be`,
            unit: 'score',
            ours,
            reference: mayLose,
            ratio: ours / mayLose,
            promised: 1,
            samples: { ours: lost, reference: [mayLose] },
          });
        }
      }
    return figures;
  },
};
