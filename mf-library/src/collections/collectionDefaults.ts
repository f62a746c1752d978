/** How a collection looks until its reader chooses: names in collectionLooks.ts. */
export const defaultIcon = 'library';
export const defaultColor = 'oxblood';
