import type { PartRowPlace } from '@lectern/shared-contracts/api/parts.ts';

/** What a collection may hold of one reader. */
export interface CollectionLimits {
  rows: number;
  /** Of a row. */
  bytes: number;
}

/** What the remotes in production declare about their rows. */
export interface PartDeclarations {
  limitsOf(place: PartRowPlace): Promise<CollectionLimits>;
}

export interface BackendRequest {
  part: string;
  /** Id of the reader for whom it is asked. */
  reader: string;
  method: string;
  /** Below the address that the operator has set. */
  path: string;
  query: Readonly<Record<string, string>>;
  /** JSON. */
  body?: unknown;
  idempotencyKey?: string | undefined;
}

/** The backends of teams that the operator allows. */
export interface PartBackends {
  /**
   * Asks the backend of a part.
   * @returns its JSON; null for none
   * @throws AppError not_found without a backend; what the backend refuses, or backend_unreachable
   */
  ask(request: BackendRequest): Promise<unknown>;
  /** With which a backend checks the tokens that it gets. */
  publicKey: Readonly<Record<string, unknown>>;
}
