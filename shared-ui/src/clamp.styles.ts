/** Text of at most so many lines, wherever it may break: long names and words stay inside their box. */
export const clamp = (lines: number): string => `
  display: -webkit-box;
  min-inline-size: 0;
  overflow: hidden;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: ${lines};
  overflow-wrap: anywhere;
`;
