/** A deprecated feature that will be removed in a later major version of the contract. */
export interface Deprecation {
  what: string;
  instead: string;
  /** The contract version that removes it. */
  until: string;
}

export const deprecations = {
  routes: { what: 'routes in remote.json', instead: 'pages', until: '2.0' },
} as const satisfies Record<string, Deprecation>;

export type DeprecationKey = keyof typeof deprecations;
