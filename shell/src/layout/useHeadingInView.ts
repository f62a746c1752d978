import { useEffect, useState } from 'react';
import { mainId } from './mainId.ts';

/**
 * Does the page show its own heading just now? Then the header need not say it again.
 * @param path of the page: another page has another heading.
 */
export function useHeadingInView(path: string): boolean {
  const [inView, setInView] = useState(true);
  useEffect(() => {
    const main = document.getElementById(mainId);
    if (main === null) return;
    let heading: Element | null = null;
    // Where the browser cannot tell, a heading that is there is taken for one that is seen.
    const seen =
      'IntersectionObserver' in window
        ? new IntersectionObserver(([entry]) => setInView(entry?.isIntersecting ?? true), {
            // What is beneath the header is not seen.
            rootMargin: '-56px 0px 0px 0px',
          })
        : null;
    const look = () => {
      const found = main.querySelector('h1');
      if (found === heading) return;
      heading = found;
      seen?.disconnect();
      if (found === null) setInView(false);
      else if (seen) seen.observe(found);
      else setInView(true);
    };
    setInView(true);
    if (main.querySelector('h1')) look();
    const changes = new MutationObserver(look);
    changes.observe(main, { childList: true, subtree: true });
    return () => {
      changes.disconnect();
      seen?.disconnect();
    };
  }, [path]);
  return inView;
}
