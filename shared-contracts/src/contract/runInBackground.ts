/**
 * Runs work that is not awaited. An error is logged to the console;
 * the work itself reports what a reader must know.
 */
export function runInBackground(work: Promise<unknown> | undefined): void {
  work?.catch((error: unknown) => console.error('Work in the background failed.', error));
}
