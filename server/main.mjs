/** Starts the server. What Node makes of our TypeScript is kept, so that only the first start brings up what makes it. */
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

enableCompileCache(fileURLToPath(new URL('../.cache/node', import.meta.url)));
await import('./src/main.ts');
