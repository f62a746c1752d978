import { type Palette, palettes } from '@lectern/shared-ui/palette.ts';
import type { Appearance, FontChoice } from '../../engine/appearance.ts';
import { families, fontFaces } from '../../engine/fonts/families.ts';
import type { FontFile } from '../../engine/fonts/fontFiles.ts';
import { highlightStyle } from '../../engine/highlightPaint.ts';
import type { Geometry } from './geometry.ts';

/** Elements with body text. */
const blocks = 'p, li, dd, dt, blockquote, figcaption, div, section, article, aside';
const prose = `${blocks}, td, th`;

/** Elements whose own width may exceed the page. */
const boxes = `${blocks}, address, center, details, dl, fieldset, footer, form, h1, h2, h3, h4, h5, h6, header, hr, main, nav, ol, pre, span, ul`;

/** The style sheet of a chapter for an appearance and page size. */
export function pageStyle(
  { theme, text }: Appearance,
  geometry: Geometry,
  files: (font: FontChoice) => readonly FontFile[],
): string {
  const palette = palettes[theme];
  return [
    fontFaces(text.font, files(text.font)),
    colors(palette, theme === 'light'),
    reducedMotion,
    typography(text),
    text.flow === 'paginated' ? columns(geometry) : scroll(geometry),
    contents(geometry),
    verticalColumns(geometry),
    highlightStyle(palette),
  ].join('\n');
}

/** The style sheet of a footnote popup. */
export function noteStyle(
  { theme, text }: Appearance,
  files: (font: FontChoice) => readonly FontFile[],
): string {
  const size = Math.max(14, Math.round(text.fontSize * 0.875));
  return [
    fontFaces(text.font, files(text.font)),
    colors(palettes[theme], theme === 'light'),
    reducedMotion,
    typography({ ...text, fontSize: size, lineHeight: Math.min(1.5, text.lineHeight), justify: false }),
    `:root, body { margin: 0 !important; padding: 0 !important; overflow: hidden !important; }
     body { display: flow-root; }
     body > * { margin: 0 !important; padding: 0 !important; list-style: none; }
     body p:first-child { margin-block-start: 0; text-indent: 0; }
     img, svg, video { max-inline-size: 100%; block-size: auto; }
     video { max-block-size: 12rem; }`,
  ].join('\n');
}

/** Books keep their colors on light paper if they are made for it; elsewhere they would lack contrast. */
function colors(palette: Palette, isLight: boolean): string {
  const replaced = isLight ? '.lectern-dark-paper ' : '';
  return `
    :root { color-scheme: ${palette === palettes.dark ? 'dark' : 'light'} !important; }
    :where(:root)${replaced === '' ? ', :root:not(.lectern-narrated)' : ''} { color: ${palette.text}; }
    :root, body { background: transparent !important; }
    body { color: inherit; }
    ::selection { background: ${palette.highlightYellow}; color: ${palette.text}; }
    :focus-visible { outline: 2px solid ${palette.focus}; outline-offset: 2px; }
    hr { color: ${palette.lineStrong}; border-color: ${palette.line}; }
    :where(a:any-link) { color: ${palette.accent}; text-decoration-thickness: 1px; }
    ${replaced}body, ${replaced}body *:not(svg, svg *, a, a *) { color: inherit !important; border-color: ${palette.lineStrong} !important; text-shadow: none !important; }
    ${replaced}body *:not(img, svg, svg *, video, canvas) { background-color: transparent !important; }
    ${replaced}a:any-link { color: ${palette.accent} !important; text-decoration-thickness: 1px; text-underline-offset: 0.2em; }
    ${palette === palettes.dark ? darkPictures : ''}`;
}

/** Drawings on a transparent ground were made for light paper; see `markTransparentPictures`. */
const darkPictures = `
    .lectern-on-paper { background-color: ${palettes.light.surface} !important; color: ${palettes.light.text}; }
    :where(img, video, .lectern-on-paper) { filter: brightness(0.86); }`;

function typography({ font, fontSize, lineHeight, justify, hyphenate }: Appearance['text']): string {
  const family =
    font === 'publisher'
      ? `:where(:root) { font-family: ${families.serif}; }`
      : `:root { --lectern-font: ${families[font]}; }
         :root, body { font-family: ${families[font]} !important; }
         ${prose} { font-family: inherit !important; }
         ${font === 'dyslexic' ? 'h1, h2, h3, h4, h5, h6, span, em, i, strong, b, a { font-family: inherit !important; }' : ''}`;
  return `
    ${family}
    :root { font-size: ${fontSize}px !important; line-height: ${lineHeight} !important; -webkit-text-size-adjust: none; text-size-adjust: none; }
    body { line-height: inherit !important; overflow-wrap: break-word; }
    ${prose} { line-height: inherit !important; }
    body { text-align: ${justify ? 'justify' : 'start'}; }
    :where(h1, h2, h3, h4, h5, h6, table, pre) { text-align: start; }
    p, li, dd, blockquote { hyphens: ${hyphenate ? 'auto' : 'manual'}; hyphenate-limit-chars: 7 3 3; }
    p { orphans: 2; widows: 2; }
    h1, h2, h3, h4, h5, h6 { line-height: 1.25; hyphens: manual; break-inside: avoid; break-after: avoid; text-wrap: balance; }
    pre { white-space: pre-wrap !important; overflow-wrap: anywhere; }
    /* Else Chromium starts a selection beside a reading at the start of the paragraph. */
    rt { user-select: none; }
    [lang|='ar'], [lang|='fa'], [lang|='he'], [lang|='ur'] { hyphens: manual; }`;
}

function columns({ columnWidth, gap, step, height, paddingTop, paddingBottom }: Geometry): string {
  return `
    :root {
      position: relative; box-sizing: border-box !important; inline-size: ${step}px !important; block-size: ${height}px !important;
      margin: 0 !important; padding: 0 !important; border: 0 !important; overflow: hidden !important; max-inline-size: none !important;
    }
    :root::after {
      content: ''; position: absolute; inset-block-start: 0; inset-inline-start: calc(var(--lectern-screens, 1) * ${step}px - 1px);
      inline-size: 1px; block-size: 1px; visibility: hidden;
    }
    body {
      position: static !important; float: none !important; box-sizing: border-box !important;
      inline-size: ${step}px !important; max-inline-size: none !important; min-inline-size: 0 !important;
      block-size: ${height}px !important; max-block-size: none !important; min-block-size: 0 !important;
      margin: 0 !important; border: 0 !important; overflow: visible !important;
      padding: ${paddingTop}px ${gap / 2}px ${paddingBottom}px !important;
      columns: ${columnWidth}px auto !important; column-gap: ${gap}px !important; column-fill: auto !important; column-rule: none !important;
    }
    /* A scrolling box does not break across pages, so a long one also scrolls downwards. */
    table.lectern-scrolls { max-block-size: ${height - paddingTop - paddingBottom}px !important; }
    .lectern-second body::before { content: ''; display: block; block-size: 1px; break-after: column; }
    .lectern-alone body { padding-inline: ${gap / 2 + step / 4}px !important; }
    .lectern-centered body { padding-inline: ${gap / 2 + step / 4}px !important; column-gap: ${gap + step / 2}px !important; }`;
}

function scroll({ columnWidth, gap, paddingTop, paddingBottom }: Geometry): string {
  return `
    :root { margin: 0 !important; padding: 0 !important; overflow: hidden auto !important; block-size: auto !important; scrollbar-width: thin; overscroll-behavior: none; }
    body {
      position: static !important; float: none !important; box-sizing: content-box !important; block-size: auto !important; columns: auto !important;
      inline-size: auto !important; max-inline-size: ${columnWidth}px !important; margin: 0 auto !important; border: 0 !important; overflow: visible !important;
      padding: ${paddingTop}px ${Math.min(gap / 2, 40)}px ${paddingBottom * 2}px !important;
    }`;
}

/** Vertical writing: the inline direction is downwards, as are the screens. */
function verticalColumns({ gap, step, height, paddingTop, paddingBottom }: Geometry): string {
  const contentHeight = height - paddingTop - paddingBottom;
  return `
    :root.lectern-vertical {
      position: relative; box-sizing: border-box !important; inline-size: ${height}px !important; block-size: ${step}px !important;
      margin: 0 !important; padding: 0 !important; border: 0 !important; overflow: hidden !important;
      max-inline-size: none !important; max-block-size: none !important;
    }
    :root.lectern-vertical::after {
      content: ''; position: absolute; inset-block-start: 0; inset-inline-start: calc(var(--lectern-screens, 1) * ${height}px - 1px);
      inline-size: 1px; block-size: 1px; visibility: hidden;
    }
    .lectern-vertical body {
      position: static !important; float: none !important; box-sizing: border-box !important; inline-size: ${height}px !important;
      block-size: ${step}px !important; max-inline-size: none !important; max-block-size: none !important;
      margin: 0 !important; border: 0 !important; overflow: visible !important;
      padding: ${paddingTop}px ${gap / 2}px ${paddingBottom}px !important;
      columns: ${contentHeight}px auto !important; column-gap: ${paddingTop + paddingBottom}px !important; column-fill: auto !important;
    }
    .lectern-vertical :is(img, svg, video, canvas) { max-width: ${step - gap}px !important; max-height: ${contentHeight}px !important; }`;
}

/** Images, tables and formulas fit the column and page. */
function contents({ columnWidth, height, paddingTop, paddingBottom }: Geometry): string {
  const contentHeight = height - paddingTop - paddingBottom;
  return `
    :root:not(.lectern-vertical) :is(img, svg, video, canvas, object) { max-inline-size: min(100%, ${columnWidth}px) !important; max-block-size: ${contentHeight}px !important; }
    img, svg, video, canvas, object { object-fit: contain; break-inside: avoid; }
    img, video { block-size: auto; }
    audio, video { max-inline-size: 100%; }
    table { max-inline-size: 100%; overflow-wrap: break-word; }
    table.lectern-wraps :is(td, th, td *, th *) { white-space: normal !important; min-inline-size: 0 !important; }
    :root:not(.lectern-vertical) table.lectern-scrolls { display: block !important; overflow: auto !important; scrollbar-width: thin; overscroll-behavior-x: contain; outline-offset: -2px; }
    table.lectern-wraps :is(td, th).lectern-text-cell { min-inline-size: 9em !important; }
    .lectern-wraps { text-wrap: wrap !important; }
    .lectern-wraps:not(table) { overflow-wrap: anywhere; }
    :where(${boxes}) { max-inline-size: 100%; }
    figure { margin-inline: 0; break-inside: avoid; }
    math { max-inline-size: 100%; overflow-x: auto; overflow-y: hidden; }
    a[href], [role='button'] { cursor: pointer; }`;
}

/** Shows the end of a book's animations and transitions to readers who prefer reduced motion. */
export const reducedMotion = `
  @media (prefers-reduced-motion: reduce) {
    *, ::before, ::after {
      animation-duration: 0.01ms !important; animation-delay: 0s !important; animation-iteration-count: 1 !important;
      transition: none !important; scroll-behavior: auto !important;
    }
  }`;
