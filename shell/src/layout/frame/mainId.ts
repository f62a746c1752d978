/** Id of the main content, the target of the skip link. */
export const mainId = 'main-content';
