/** A process that reads statistics of devices; as in main.mjs, what Node makes of our TypeScript is kept. */
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

enableCompileCache(fileURLToPath(new URL('../.cache/node', import.meta.url)));
await import('./src/devices/statistics/statisticsWorker.ts');
