import { fillForm } from '../pdf/forms/fillForm.ts';

/** Types of queued writes that this remote owns: the shell loads them whenever the queue holds one. */
export default [fillForm];
