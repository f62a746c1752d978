/** Broken copies of the tests about the prefixed CSS properties of EPUB (brokenCopies.ts). */
import type { BrokenCopy } from '../support/epub/brokenCopy.ts';

const chapter = 'EPUB/content_001.xhtml';

export const brokenStyles: readonly BrokenCopy[] = [
  {
    test: 'css-epub-hyphens',
    what: 'no soft hyphens',
    file: chapter,
    replace: [['&#xAD;', '']],
    fails: /Hyphens with “manual”/,
  },
  {
    test: 'css-epub-hyphens',
    what: '“auto” instead of “none”',
    file: chapter,
    replace: [['-epub-hyphens: none', '-epub-hyphens: auto']],
    // A browser without a dictionary for hyphens shows no difference; then the style tells.
    fails: /Words that are broken with “none”|hyphens: none/,
  },
  {
    test: 'css-epub-line-break',
    what: '“auto” instead of “strict”',
    file: chapter,
    replace: [[/-epub-line-break: strict;(?=\s*\})/g, '-epub-line-break: auto;']],
    fails: /line-break: strict/,
  },
  {
    test: 'css-epub-text-align-last',
    what: '“left” instead of “right”',
    file: chapter,
    replace: [['-epub-text-align-last: right', '-epub-text-align-last: left']],
    fails: /The sides of the last lines/,
  },
  {
    test: 'css-epub-text-combine-horizontal',
    what: 'no combination',
    file: chapter,
    replace: [['-epub-text-combine-horizontal: all', '-epub-text-combine-horizontal: none']],
    fails: /A pair of digits/,
  },
  {
    test: 'css-epub-text-combine-horizontal',
    what: 'no combination by the short name',
    file: chapter,
    replace: [['-epub-text-combine: horizontal', '-epub-text-combine: none']],
    fails: /A pair of digits/,
  },
  {
    test: 'css-epub-text-emphasis',
    what: 'no sesame marks',
    file: chapter,
    replace: [['-epub-text-emphasis-style: filled sesame;', '']],
    fails: /The marks of text 5/,
  },
  {
    test: 'css-epub-text-emphasis',
    what: 'no blue',
    file: chapter,
    replace: [['-epub-text-emphasis-color: blue;', '']],
    fails: /The marks of text 12 are blue/,
  },
  {
    test: 'css-epub-text-emphasis',
    what: 'marks above instead of below',
    file: chapter,
    replace: [['-epub-text-emphasis-position: under', '-epub-text-emphasis-position: over']],
    fails: /The side of the marks of text 13/,
  },
  {
    test: 'css-epub-text-emphasis',
    what: 'marks at the right instead of the left',
    file: 'EPUB/content_002.xhtml',
    replace: [['over left', 'over right']],
    fails: /The side of the marks of text 14/,
  },
  {
    test: 'css-epub-text-orientation',
    what: 'turned instead of upright letters',
    file: 'EPUB/content_002.xhtml',
    replace: [['-epub-text-orientation: upright', '-epub-text-orientation: mixed']],
    fails: /Upright/,
  },
  {
    test: 'css-epub-text-orientation',
    what: 'Japanese letters that are not turned',
    file: 'EPUB/content_002.xhtml',
    replace: [['-epub-text-orientation: sideways;', '-epub-text-orientation: mixed;']],
    fails: /The screen is the same/,
  },
  {
    test: 'css-epub-text-underline-position',
    what: 'an underline at the baseline',
    file: 'EPUB/content_002.xhtml',
    replace: [['text-underline-position: under', 'text-underline-position: auto']],
    fails: /The underline is below/,
  },
  {
    test: 'css-epub-text-underline-position',
    what: 'an underline at the wrong side',
    file: 'EPUB/content_003.xhtml',
    replace: [['under left', 'under right']],
    fails: /The underline is at the left/,
  },
  {
    test: 'css-epub-word-break',
    what: 'words that are not broken',
    file: chapter,
    replace: [['-epub-word-break: break-all', '-epub-word-break: keep-all']],
    fails: /“break-all”/,
  },
  {
    test: 'css-epub-writing-mode',
    what: 'a horizontal text',
    file: 'EPUB/content_002.xhtml',
    replace: [['vertical-rl', 'horizontal-tb']],
    fails: /The text runs down/,
  },
  {
    test: 'css-epub-writing-mode',
    what: 'lines from the right',
    file: 'EPUB/content_003.xhtml',
    replace: [['vertical-lr', 'vertical-rl']],
    fails: /It starts at the left/,
  },
  {
    test: 'css-epub-text-transform',
    what: 'letters of their own width',
    file: chapter,
    replace: [['text-transform: -epub-fullwidth', 'text-transform: none']],
    fails: /The width of a letter/,
  },
];
