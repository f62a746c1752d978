import { createGlobalStyle } from 'styled-components';
import { dark, declarations, light, sepia } from './palette.ts';
import { color, duration, font, media, radius, type } from './tokens.ts';

const lightEffects = `
  color-scheme: light;
  --scrim: rgb(36 29 24 / 42%);
  --shadow-float: 0 1px 2px rgb(60 42 24 / 10%), 0 12px 32px -8px rgb(60 42 24 / 28%);
  --shadow-cover: 0 1px 1px rgb(60 42 24 / 16%), 0 6px 14px -6px rgb(60 42 24 / 38%);
  --cover-filter: none;
`;

const darkEffects = `
  color-scheme: dark;
  --scrim: rgb(8 6 5 / 62%);
  --shadow-float: 0 0 0 1px rgb(255 240 220 / 7%), 0 16px 40px -8px rgb(0 0 0 / 70%);
  --shadow-cover: 0 1px 2px rgb(0 0 0 / 50%), 0 8px 18px -8px rgb(0 0 0 / 80%);
  --cover-filter: brightness(0.88) saturate(0.92);
`;

/**
 * Custom properties and base styles, rendered once by the shell. The theme is
 * `data-theme` on the root; until that is set, the system's preference decides. `data-palette` gives a part
 * of a page another palette, such as a reading preview.
 */
export const GlobalStyle = createGlobalStyle`
  :root, [data-palette='light'] { ${declarations(light)} ${lightEffects} }
  @media (prefers-color-scheme: dark) {
    :root:not([data-theme]) { ${declarations(dark)} ${darkEffects} }
  }
  :root[data-theme='dark'], [data-palette='dark'] { ${declarations(dark)} ${darkEffects} }
  [data-palette='sepia'] { ${declarations(sepia)} ${lightEffects} }
  [data-palette] { background: ${color.surface}; color: ${color.text}; }

  /* Scripts without an italic of their own are not slanted. */
  :root { --quotation-style: italic; }
  :root:is(:lang(ar), :lang(ja), :lang(zh)) { --quotation-style: normal; }

  *, *::before, *::after { box-sizing: border-box; }
  * { margin: 0; }

  html {
    font-family: ${font.interface};
    font-size: 100%;
    line-height: 1.5;
    background: ${color.surface};
    color: ${color.text};
    -webkit-text-size-adjust: 100%;
    text-size-adjust: 100%;
    scrollbar-color: ${color.lineStrong} transparent;
    accent-color: ${color.accent};
    /* Scroll targets must not be covered by the header. */
    scroll-padding-block: 5rem;
    /* On phones, nor by the bottom bar and floating buttons. */
    @media ${media.narrow} { scroll-padding-block-end: calc(8.75rem + env(safe-area-inset-bottom)); }
  }
  body {
    min-block-size: 100dvh;
    text-rendering: optimizeLegibility;
    -webkit-font-smoothing: antialiased;
    overflow-wrap: break-word;
  }

  h1, h2, h3, h4 {
    font-family: ${font.reading};
    font-weight: 500;
    line-height: 1.2;
    letter-spacing: -0.01em;
    text-wrap: balance;
    /* A long word must not widen the page. */
    overflow-wrap: anywhere;
    @media ${media.narrow} { hyphens: auto; }
  }
  /* A title stands on the side where the page begins, whichever way its own language is written. */
  :is(h1, h2, h3, h4, strong, small, span, dd)[dir='auto'], :is(h1, h2, h3)[dir='auto'] + p[dir='auto'] {
    text-align: -webkit-match-parent;
    text-align: match-parent;
  }
  h1 { font-size: ${type.display}; font-weight: 450; letter-spacing: -0.02em; }
  h2 { font-size: ${type.title}; }
  h3 { font-size: ${type.large}; }
  h4 { font-size: ${type.body}; font-weight: 600; letter-spacing: 0; }
  p { text-wrap: pretty; }
  small { font-size: ${type.caption}; }
  blockquote, cite { font-family: ${font.reading}; }
  a { color: ${color.accent}; text-decoration-thickness: 1px; text-underline-offset: 0.2em; }
  a:hover { color: ${color.accentHover}; text-decoration-thickness: 2px; }
  img, svg, video { display: block; max-inline-size: 100%; }
  /* Arrows that mean back and forward point the other way where the text runs from right to left. */
  svg:is(.lucide-arrow-left, .lucide-arrow-right, .lucide-chevron-left, .lucide-chevron-right, .lucide-corner-down-right):dir(rtl) {
    transform: scaleX(-1);
  }
  button, input, select, textarea { font: inherit; color: inherit; letter-spacing: inherit; }
  button { cursor: pointer; }
  button:disabled { cursor: not-allowed; }
  ul, ol { padding-inline-start: 1.25em; }
  ul[role='list'], ol[role='list'] { list-style: none; padding: 0; }
  hr { border: 0; border-block-start: 1px solid ${color.line}; }
  table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
  time, output { font-variant-numeric: tabular-nums; }
  code { font-family: ${font.mono}; font-size: 0.92em; }
  ::selection { background: ${color.highlightYellow}; color: ${color.text}; }
  ::placeholder { color: ${color.textMuted}; opacity: 1; }

  :focus { outline: none; }
  :focus-visible {
    outline: 2px solid ${color.focus};
    outline-offset: 2px;
    border-radius: ${radius.cover};
  }
  /* No focus ring on the target of a skip link, a whole region. */
  main:focus-visible { outline: none; }

  [hidden] { display: none !important; }

  /* A menu at narrow width is a sheet from below. Radix places its wrapper by an inline transform, so only
     an important rule can move it there. */
  @media ${media.narrow} {
    [data-radix-popper-content-wrapper]:has(> [data-sheet]) {
      position: fixed !important;
      inset: auto 0 0 0 !important;
      transform: none !important;
      min-inline-size: 100% !important;
    }
  }

  @keyframes lectern-fade-in { from { opacity: 0; } }
  @keyframes lectern-fade-out { to { opacity: 0; } }
  @keyframes lectern-rise { from { opacity: 0; transform: translateY(6px) scale(0.985); } }
  @keyframes lectern-sink { to { opacity: 0; transform: translateY(6px) scale(0.985); } }
  @keyframes lectern-sheet-in { from { transform: translateY(100%); } }
  @keyframes lectern-sheet-out { to { transform: translateY(100%); } }
  @keyframes lectern-breathe { 50% { opacity: 0.55; } }
  /* Rows that scroll sideways (scrollFade.styles.ts). */
  @keyframes lectern-fade-ends {
    from { mask-image: linear-gradient(to var(--end), #000 calc(100% - var(--fade)), transparent); }
    2%, 98% { mask-image: linear-gradient(to var(--end), transparent, #000 var(--fade) calc(100% - var(--fade)), transparent); }
    to { mask-image: linear-gradient(to var(--end), transparent, #000 var(--fade)); }
  }
  @keyframes lectern-turn { to { transform: rotate(1turn); } }

  @media ${media.reducedMotion} {
    *, *::before, *::after {
      /* Not none: what leaves the page waits for the end of its animation. */
      animation-duration: 1ms !important;
      animation-iteration-count: 1 !important;
      /* A duration, however short, would animate every property of every element, so that sizes change a frame late. */
      transition: none !important;
      scroll-behavior: auto !important;
    }
  }
  @media (forced-colors: active) {
    :focus-visible { outline-color: Highlight; }
    /* Backgrounds are the system's there: what is chosen gets the system's own colors for it. */
    [aria-pressed='true'], [aria-selected='true'], [role='checkbox'][aria-checked='true'],
    [role='radio'][aria-checked='true'], [role='switch'][aria-checked='true'],
    [role='menuitemradio'][aria-checked='true'], [data-highlighted],
    [aria-current]:not([aria-current='false']) {
      forced-color-adjust: none;
      background: Highlight !important;
      color: HighlightText !important;
    }
    [aria-pressed='true'] *, [aria-selected='true'] *, [data-highlighted] *,
    [aria-current]:not([aria-current='false']) * { color: inherit !important; }
    [role='switch'] > *, [role='slider'] { forced-color-adjust: none; background: ButtonText !important; }
    [role='switch'][aria-checked='true'] > * { background: HighlightText !important; }
    [role='progressbar'] > * { forced-color-adjust: none; background: Highlight !important; }
    button, [role='checkbox'], [role='radio'], [role='switch'] { border-color: ButtonText; }
  }

  html { transition: background-color ${duration.normal}; }
`;
