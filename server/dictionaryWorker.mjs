/** A thread that makes packs of dictionaries; as in main.mjs, what Node makes of our TypeScript is kept. */
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

enableCompileCache(fileURLToPath(new URL('../.cache/node', import.meta.url)));
const { default: makePack } = await import('./src/answers/dictionaries/packWorker.ts');
export default makePack;
