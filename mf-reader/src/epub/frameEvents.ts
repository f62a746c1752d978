let known: boolean | null = null;

/**
 * Whether event listeners work in a frame without allow-scripts. WebKit calls none, not even those of
 * the parent page (bug 218086), so that page turns and selections would not work.
 */
function framesTellEvents(): boolean {
  known ??= probe();
  return known;
}

function probe(): boolean {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-same-origin');
  frame.hidden = true;
  document.body.append(frame);
  let heard = false;
  frame.contentDocument?.addEventListener('lectern-probe', () => {
    heard = true;
  });
  frame.contentDocument?.dispatchEvent(new Event('lectern-probe'));
  frame.remove();
  return heard;
}

/**
 * Sandbox tokens of a chapter's frame. Where allow-scripts is needed for
 * events, the frame's CSP still blocks scripts.
 */
export const chapterSandbox = (): string =>
  framesTellEvents() ? 'allow-same-origin' : 'allow-same-origin allow-scripts';
