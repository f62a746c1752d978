import type { GeneratedAlways } from 'kysely';

/** 0 or 1. */
export type Flag = number;
/** JSON as text. */
export type Json = string;
/** ISO 8601, UTC. */
export type Moment = string;
/** UTF-8 bytes of the row's texts, computed by the database (migration 0071). */
export type Bytes = GeneratedAlways<number>;
