import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { ServerStyleSheet, StyleSheetManager } from 'styled-components';

export interface Rendered {
  html: string;
  styles: string;
}

/** The markup before any script has run, and its CSS rules. */
export function renderStill(node: ReactNode, direction: 'ltr' | 'rtl'): Rendered {
  const sheet = new ServerStyleSheet();
  try {
    const html = renderToString(<StyleSheetManager sheet={sheet.instance}>{node}</StyleSheetManager>);
    const styles = [...sheet.getStyleTags().matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)];
    return {
      // Components that read the direction of the document found no document (shared-ui/src/useDirection.ts).
      html: direction === 'rtl' ? html.replaceAll(' dir="ltr"', ' dir="rtl"') : html,
      styles: styles.map(([, css]) => css).join('\n'),
    };
  } finally {
    sheet.seal();
  }
}
