import { type ReactNode, useInsertionEffect } from 'react';
import { createStyleGuard, type StyleGuard } from './styleGuard.ts';

let guard: StyleGuard | null = null;

/** Enables the styles of a page only while it is shown, also when it crashes. */
export function OwnStyles({ page, children }: { page: string; children: ReactNode }) {
  // Before the page can insert styles.
  useInsertionEffect(() => {
    guard ??= createStyleGuard(document.head);
    return guard.enter(page);
  }, [page]);
  return children;
}
