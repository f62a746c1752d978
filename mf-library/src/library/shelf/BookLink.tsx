import { useHost } from '@lectern/shared-contracts/react/hooks.ts';
import type { ReactNode } from 'react';
import { bookAddress } from '../../books/bookAddress.ts';
import { seriesAddress } from '../../books/seriesStacks.ts';
import type { BookItemProps } from './bookListProps.ts';

/** Opens a book or a series, or selects a book in selection mode. */
export function BookLink(props: BookItemProps & { children: ReactNode }) {
  const { book, stack, reachable, onToggle, selected = false, children } = props;
  const { navigation } = useHost();
  const tabIndex = reachable ? 0 : -1;
  return onToggle ? (
    // biome-ignore lint/a11y/useSemanticElements: a checkbox of the browser cannot hold a cover
    <button
      type="button"
      role="checkbox"
      aria-checked={selected}
      tabIndex={tabIndex}
      onClick={(event) => onToggle(book, event.shiftKey)}
    >
      {children}
    </button>
  ) : (
    <navigation.Link to={stack ? seriesAddress(stack) : bookAddress(book)} tabIndex={tabIndex}>
      {children}
    </navigation.Link>
  );
}
