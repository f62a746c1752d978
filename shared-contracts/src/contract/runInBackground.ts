/**
 * Runs work that nobody waits for. When it fails, the error is written to the console of the browser and goes no
 * further: what a reader must be told is told by the work itself.
 */
export function runInBackground(work: Promise<unknown> | undefined): void {
  work?.catch((error: unknown) => console.error('Work in the background failed.', error));
}
