/** Letters and digits that do not look alike, for secrets that are copied or typed on an e-reader. */
export const legible = 'abcdefghjkmnpqrstuvwxyz23456789';
