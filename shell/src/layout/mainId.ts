/** The id of the page's own content, where the link leads. */
export const mainId = 'main-content';
