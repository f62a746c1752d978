/** A process that draws pages of PDFs; as in main.mjs, what Node makes of our TypeScript is kept. */
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

enableCompileCache(fileURLToPath(new URL('../.cache/node', import.meta.url)));
await import('./src/intake/ingest/pageImage/pageWorker.ts');
