/** Dictionaries that the server has for all its readers. */
import { Nullable, route } from './route.ts';
import { type Static, Type } from './type.ts';

export const OfferedDictionary = Type.Object({
  id: Type.String({ pattern: '^[a-z0-9-]{1,64}$' }),
  name: Type.String(),
  /** Language of its headwords, as in BCP 47; null when it is not known. */
  from: Nullable(Type.String()),
  /** Language in which they are explained. */
  to: Nullable(Type.String()),
  /** Changes when the dictionary does. */
  version: Type.String(),
  /** Signed, short-lived address of the whole dictionary as one pack. */
  pack_url: Type.String(),
});
export type OfferedDictionary = Static<typeof OfferedDictionary>;

export const dictionaryRoutes = {
  'GET /dictionaries': route({
    summary: 'Dictionaries of this server, each to be downloaded as one pack and looked up in the browser',
    access: 'user',
    response: Type.Object({ items: Type.Array(OfferedDictionary) }),
  }),
};
