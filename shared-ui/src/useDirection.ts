import { useSyncExternalStore } from 'react';

function subscribe(onChange: () => void) {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['dir'] });
  return () => observer.disconnect();
}

const read = () => (document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr');

/**
 * The direction of writing, from the document itself and not from a context: remotes may carry their own
 * copy of this package, and a context of another copy would not reach them.
 */
export function useDirection(): 'ltr' | 'rtl' {
  return useSyncExternalStore(subscribe, read, () => 'ltr');
}
