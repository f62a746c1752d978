import { type ReactNode, useInsertionEffect } from 'react';

let guard: StyleGuard | null = null;

/** Enables the styles of a remote only while a page of it is shown, also when that crashes. */
export function OwnStyles({ remote, children }: { remote: string; children: ReactNode }) {
  // Before the page can insert styles.
  useInsertionEffect(() => {
    guard ??= createStyleGuard(document.head);
    return guard.enter(remote);
  }, [remote]);
  return children;
}

/**
 * Scopes styles that a remote adds to the document: they are disabled when its pages are left
 * and enabled when one is shown again. The shell's own sheets are not touched, nor those of
 * styled-components, whose rules name classes.
 */
interface StyleGuard {
  /** Call it when a page of the remote is shown. @returns a function to call when it is left */
  enter(remote: string): () => void;
}

type Sheet = HTMLStyleElement | HTMLLinkElement;

export function createStyleGuard(head: HTMLHeadElement): StyleGuard {
  const owners = new Map<Sheet, { remote: string; media: string }>();
  const shown: string[] = [];
  const allowedNodes = new WeakSet<Node>(head.childNodes);

  const watch = new MutationObserver((records) => collect(records));

  function collect(records: readonly MutationRecord[]): void {
    const owner = shown.at(-1);
    for (const { addedNodes } of records) {
      for (const node of addedNodes) {
        if (owner !== undefined && isSheet(node) && !allowedNodes.has(node))
          owners.set(node, { remote: remoteOf(node) ?? owner, media: node.media });
        allowedNodes.add(node);
      }
    }
  }

  function apply(): void {
    for (const [sheet, { remote, media }] of owners) {
      if (!sheet.isConnected) owners.delete(sheet);
      else sheet.media = shown.includes(remote) ? media : 'not all';
    }
  }

  return {
    enter(remote) {
      if (shown.length === 0) {
        for (const node of head.childNodes) allowedNodes.add(node);
        watch.observe(head, { childList: true });
      }
      collect(watch.takeRecords());
      shown.push(remote);
      apply();
      return () => {
        collect(watch.takeRecords());
        const at = shown.indexOf(remote);
        if (at >= 0) shown.splice(at, 1);
        if (shown.length === 0) watch.disconnect();
        apply();
      };
    },
  };
}

/** The remote whose file it is: code of a page that is opened next may load its sheet while another is shown. */
const remoteOf = (sheet: Sheet) =>
  sheet instanceof HTMLLinkElement ? /\/(mf-[^/]+)\//.exec(sheet.href)?.[1] : undefined;

function isSheet(node: Node): node is Sheet {
  if (node instanceof HTMLStyleElement) return !node.hasAttribute('data-styled');
  return node instanceof HTMLLinkElement && node.rel === 'stylesheet';
}
