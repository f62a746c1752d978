import { useSyncExternalStore } from 'react';

function subscribe(onChange: () => void) {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['dir'] });
  return () => observer.disconnect();
}

const read = () => (document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr');

/**
 * Text direction, read from the document instead of a context: remotes may bundle their own
 * copy of this package, with another context.
 */
export function useDirection(): 'ltr' | 'rtl' {
  return useSyncExternalStore(subscribe, read, () => 'ltr');
}
