/** Shows the end of a book's animations and transitions to readers who prefer reduced motion. */
export const reducedMotion = `
  @media (prefers-reduced-motion: reduce) {
    *, ::before, ::after {
      animation-duration: 0.01ms !important; animation-delay: 0s !important; animation-iteration-count: 1 !important;
      transition: none !important; scroll-behavior: auto !important;
    }
  }`;
