import type { GeneratedAlways } from 'kysely';

/** 0 or 1. */
export type Flag = number;
/** A structured value as text. */
export type Json = string;
/** ISO 8601, UTC. */
export type Moment = string;
/** UTF-8 bytes of the row's texts, counted by the database (migration 0071). */
export type Bytes = GeneratedAlways<number>;
