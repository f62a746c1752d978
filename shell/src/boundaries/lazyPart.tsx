import { type ComponentType, useEffect, useState } from 'react';

/**
 * Lazy-loads a rarely used part of a page, such as a dialog: it is loaded when first shown, and nothing is rendered
 * until then. After a failure, showing it again retries.
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let loaded: ComponentType<P> | null = null;
  return function LazyPart(props: P) {
    const [Part, setPart] = useState<ComponentType<P> | null>(() => loaded);
    useEffect(() => {
      let current = true;
      if (loaded === null) {
        load().then(
          (part) => {
            loaded = part;
            if (current) setPart(() => part);
          },
          (error) => console.error('A part of the page could not be loaded.', error),
        );
      }
      return () => {
        current = false;
      };
    }, []);
    return Part === null ? null : <Part {...props} />;
  };
}
