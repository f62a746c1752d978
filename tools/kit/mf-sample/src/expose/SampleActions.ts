import { addEntry } from '../addEntry.ts';

/** Types of queued writes of this remote: the shell loads them when the queue contains one. */
export default [addEntry];
