/** Rows of JSON that a part (a remote) keeps for the reader, declared under `data` in its remote.json. */
import { Basis } from './conflicts.ts';
import { Id, NextCursor, Nullable, nothing, pageQuery, route, Timestamp } from './route.ts';
import { Closed, type Static, Type } from './type.ts';

/** Largest row in bytes, whatever its collection declares. */
export const maxRowBytes = 64_000;
/** Most rows of a reader in a collection, whatever it declares. */
export const maxRowsOfCollection = 20_000;

const PartName = Type.String({ pattern: '^mf-[a-z0-9-]{1,40}$', maxLength: 43 });
const CollectionName = Type.String({ pattern: '^[a-z][a-z0-9-]{0,39}$', maxLength: 40 });

/** The row without its id. Its fields are the part's own. */
const Fields = Type.Record(Type.String(), Type.Unknown());

/** As many fields as a row and the one before it can have. */
const RowBasis = Type.Unsafe<Static<typeof Basis>>({ ...Basis, maxProperties: 30_000 });

export const StoredPartRow = Type.Object({
  id: Id,
  row: Fields,
  /** The other version of this row, when two devices changed it and the collection keeps both. */
  twin_of: Nullable(Id),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type StoredPartRow = Static<typeof StoredPartRow>;

/** Where a row is kept. */
export const PartRowPlace = Type.Object({ part: PartName, collection: CollectionName });
export type PartRowPlace = Static<typeof PartRowPlace>;

const RowParams = Type.Object({ ...PartRowPlace.properties, id: Id });

const backend = {
  /** `*` is the path below the backend's address. */
  params: Type.Object({ part: PartName, '*': Type.String({ maxLength: 1_000 }) }),
  query: Type.Unsafe<Record<string, string>>({
    type: 'object',
    properties: {},
    additionalProperties: Type.String(),
  }),
  response: Type.Unknown(),
};
const backendWrite = { ...backend, body: Type.Unknown() };

export const partRoutes = {
  'GET /parts/:part/rows/:collection': route('user', 'Rows of a part, in the order in which they were made', {
    params: PartRowPlace,
    query: Type.Object({
      ...pageQuery(),
      /** JSON of up to three fields and their values: only rows that have these. */
      where: Type.Optional(Type.String({ maxLength: 2_000 })),
    }),
    response: Type.Object({ items: Type.Array(StoredPartRow), next_cursor: NextCursor }),
  }),
  'PUT /parts/:part/rows/:collection/:id': route(
    'user',
    'Create or replace a row of a part; its id is made by the client',
    {
      params: RowParams,
      body: Closed({
        row: Fields,
        created_at: Timestamp,
        /** basisOf the row as shown, for the changed fields; other fields are kept. Without it, all are written. */
        basis: Type.Optional(RowBasis),
        /** Keeps a version that this one replaces unseen as a row of its own (`twin_of`). */
        keep_both: Type.Optional(Type.Boolean()),
      }),
      response: StoredPartRow,
    },
  ),
  'DELETE /parts/:part/rows/:collection/:id': route('user', 'Delete a row of a part; it goes to the bin', {
    params: RowParams,
    ...nothing,
  }),
  'GET /parts/keys': route('visitor', 'Key by which a backend of a part checks the token of each request', {
    response: Type.Object({ keys: Type.Array(Type.Record(Type.String(), Type.String())) }),
  }),
  'GET /parts/:part/backend/*': route('user', 'Ask the backend of a part that the operator allows', backend),
  'POST /parts/:part/backend/*': route('user', 'Ask the backend of a part to do something', backendWrite),
  'PUT /parts/:part/backend/*': route('user', 'Store something in the backend of a part', backendWrite),
  'DELETE /parts/:part/backend/*': route('user', 'Delete something in the backend of a part', backend),
};
