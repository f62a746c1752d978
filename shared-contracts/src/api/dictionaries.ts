/** Dictionaries that the server offers to all users. */
import { Nullable, route } from './route.ts';
import { type Static, Type } from './type.ts';

export const OfferedDictionary = Type.Object({
  id: Type.String({ pattern: '^[a-z0-9-]{1,64}$' }),
  name: Type.String(),
  /** Language of its headwords (BCP 47); null when unknown. */
  from: Nullable(Type.String()),
  /** Language of its definitions. */
  to: Nullable(Type.String()),
  /** Changes with its content. */
  version: Type.String(),
  /** Short-lived signed URL of the dictionary as one pack. */
  pack_url: Type.String(),
});
export type OfferedDictionary = Static<typeof OfferedDictionary>;

export const dictionaryRoutes = {
  'GET /dictionaries': route(
    'user',
    'Dictionaries of this server, each to be downloaded as one pack and looked up in the browser',
    { response: Type.Object({ items: Type.Array(OfferedDictionary) }) },
  ),
};
