import { availableParallelism } from 'node:os';

/** Concurrent processes of server tests: twice the number of cores, since tests mostly wait for answers. */
export const concurrency = 2 * availableParallelism();
