/** Name of the preference for shortcuts of a single key: true unless the reader has switched them off. */
export const singleKeysPreference = 'single_keys';
