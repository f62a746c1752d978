/**
 * Starts the server. What Node makes of our TypeScript is kept, so that only the first start brings up what makes it.
 */
import nodeModule from 'node:module';
import { fileURLToPath } from 'node:url';
import './requireNode.mjs';

// Signing, hashing, files and pictures share these threads: with the usual
// four, a few covers would keep sign-ins waiting.
process.env.UV_THREADPOOL_SIZE ??= '12';
nodeModule.enableCompileCache(fileURLToPath(new URL('../.cache/node', import.meta.url)));
await import('./src/main.ts');
