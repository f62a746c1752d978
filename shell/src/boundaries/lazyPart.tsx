import { type ComponentType, useEffect, useState } from 'react';

/**
 * A part of a page that most visits never see, a dialog say: it is loaded when it is first shown, and nothing is there
 * until then. When it does not come, the next showing is a new try.
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
