let cached: boolean | null = null;

/**
 * Sandbox tokens of a chapter's frame. Where allow-scripts is needed for
 * events, the frame's CSP still blocks scripts.
 */
export const chapterSandbox = (): string =>
  cached === false ? 'allow-same-origin allow-scripts' : 'allow-same-origin';

/**
 * Whether event listeners work in a frame without allow-scripts. WebKit calls none, not even those of the parent page
 * (bug 218086), so page turns and selections would not work.
 * @param page of the first frame; the result is cached
 */
export function framesDispatchEvents(page: Document): boolean {
  cached ??= dispatchesEvents(page);
  return cached;
}

function dispatchesEvents(page: Document): boolean {
  let isCalled = false;
  const listen = () => {
    isCalled = true;
  };
  page.addEventListener('lectern-probe', listen);
  page.dispatchEvent(new Event('lectern-probe'));
  page.removeEventListener('lectern-probe', listen);
  return isCalled;
}
