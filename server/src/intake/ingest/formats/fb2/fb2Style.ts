/** How the elements of FictionBook look that HTML does not know. */
export const fb2Style = `
.poem { margin: 1em 0 1em 2em; }
.stanza { margin: 0 0 1em; }
.v { margin: 0; text-indent: 0; }
.epigraph { margin: 1em 0 1em 30%; font-style: italic; }
.text-author { margin: 0 0 1em; text-align: end; font-style: italic; }
.subtitle { margin: 1em 0; text-align: center; font-weight: bold; text-indent: 0; }
.empty-line { margin: 0; }
.picture { margin: 1em 0; text-align: center; text-indent: 0; }
.picture img { max-width: 100%; }
`;
