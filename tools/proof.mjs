/** npm run proof: every chapter of every EPUB and twenty pages of every PDF of ../shared/books, in a real Chromium. */
import { e2e } from './e2e.mjs';
import { ready } from './lib/ready.mjs';

await ready();
process.env.LECTERN_WHOLE_BOOKS = '1';
process.exit(await e2e(['e2e/real-books.spec.ts', ...process.argv.slice(2)]));
