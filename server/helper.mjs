/** A helper process, which does the tasks of one module; as in main.mjs, what Node makes of our TypeScript is kept. */
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

enableCompileCache(fileURLToPath(new URL('../.cache/node', import.meta.url)));
await import(process.argv[2]);
