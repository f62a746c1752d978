/** Default color and icon, as names in collectionIcons.ts. */
export const defaultIcon = 'library';
export const defaultColor = 'oxblood';
