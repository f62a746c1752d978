/** A thread that searches in passages; as in main.mjs, what Node makes of our TypeScript is kept. */
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

enableCompileCache(fileURLToPath(new URL('../.cache/node', import.meta.url)));
const { default: search } = await import('./src/store/sqlite/searchWorker.ts');
export default search;
