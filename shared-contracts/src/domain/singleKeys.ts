/** Preference for single-key shortcuts; true by default. */
export const singleKeysPreference = 'single_keys';
