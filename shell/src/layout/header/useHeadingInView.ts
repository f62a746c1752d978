import { useEffect, useState } from 'react';
import { mainId } from '../frame/mainId.ts';

/**
 * Whether the heading of the page is visible; the header then does not repeat it.
 * @param path of the page, whose change means another heading
 */
export function useHeadingInView(path: string): boolean {
  const [inView, setInView] = useState(true);
  useEffect(() => {
    const main = document.getElementById(mainId);
    if (main === null) return;
    let heading: Element | null = null;
    // Without IntersectionObserver an existing heading counts as visible.
    const visibility =
      'IntersectionObserver' in window
        ? new IntersectionObserver(([entry]) => setInView(entry?.isIntersecting ?? true), {
            // The header covers the top of the window.
            rootMargin: '-56px 0px 0px 0px',
          })
        : null;
    const observeHeading = () => {
      const current = main.querySelector('h1');
      if (current === heading) return;
      heading = current;
      visibility?.disconnect();
      if (heading === null) setInView(false);
      else if (visibility) visibility.observe(heading);
      else setInView(true);
    };
    setInView(true);
    if (main.querySelector('h1')) observeHeading();
    const changes = new MutationObserver(observeHeading);
    changes.observe(main, { childList: true, subtree: true });
    return () => {
      changes.disconnect();
      visibility?.disconnect();
    };
  }, [path]);
  return inView;
}
