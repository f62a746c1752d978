import { type FirstView, firstViewHere } from '@lectern/shared-contracts/contract/firstView.ts';
import { fillPrerendered, type LibraryMarkup } from './fillPrerendered.ts';

/** Replaced by the rendered markup at build (tools/prerender.mjs). */
declare const LECTERN_FIRST_MARKUP: LibraryMarkup & Pick<FirstView, 'styles'>;

const { styles, ...markup } = LECTERN_FIRST_MARKUP;
const detail: FirstView = { styles, draw: (container, facts) => fillPrerendered(container, markup, facts) };
document.currentScript?.dispatchEvent(new CustomEvent(firstViewHere, { detail }));
