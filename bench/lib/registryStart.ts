/**
 * What the start of the app does with the registry of remotes, once, in a new thread: parses it, validates it, and
 * creates the table of pages. Answers with the
 * milliseconds that it took.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { checkRegistry } from '../../client/src/registry/checkRegistry.ts';
import { routeTable } from '../../shell/src/router/routeTable.ts';

const started = performance.now();
const registry = checkRegistry(JSON.parse(workerData as string), 'a-reader');
const { routes } = routeTable(registry?.contents ?? new Map());
const milliseconds = performance.now() - started;
parentPort?.postMessage({ milliseconds, pages: routes.length });
