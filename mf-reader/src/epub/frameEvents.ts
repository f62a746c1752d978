let known: boolean | null = null;

/**
 * Whether we hear what happens in a frame that may run no scripts. WebKit calls no listener there, not even those of
 * the page around it (its bug 218086), and a reader could neither turn a page nor select a word.
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
 * What the frame of a chapter may do. Where scripts must be let in to
 * hear anything, its own policy still lets none run.
 */
export const chapterSandbox = (): string =>
  framesTellEvents() ? 'allow-same-origin' : 'allow-same-origin allow-scripts';
