/** What still works, and ends with a later major of the contract. */
export interface Deprecation {
  what: string;
  instead: string;
  /** The version of the contract without it. */
  until: string;
}

export const deprecations = {
  routes: { what: 'routes in remote.json', instead: 'pages', until: '2.0' },
} as const satisfies Record<string, Deprecation>;

export type DeprecationKey = keyof typeof deprecations;
