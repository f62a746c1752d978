/** What the API accepts as an id: a UUID as `crypto.randomUUID()` makes it. */
export const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;
