/**
 * npm run real-books: opens every chapter of every EPUB and twenty pages of every PDF of ../shared/books in Chromium.
 */
import './lib/build/forTests.mjs';
import { e2e } from './e2e.mjs';
import { ensureInstalled } from './lib/install/ensureInstalled.mjs';

await ensureInstalled();
process.env.LECTERN_WHOLE_BOOKS = '1';
process.exit(await e2e(['e2e/real-books.spec.ts', ...process.argv.slice(2)]));
