import { route, Timestamp } from './route.ts';
import { Closed, Type } from './type.ts';

export const exportRoutes = {
  'POST /export': route('user', 'An address, good for some minutes, of a zip with everything of the reader', {
    body: Closed({
      /** Whether to include the uploaded book files; false by default. */
      files: Type.Optional(Type.Boolean()),
    }),
    response: Type.Object({ url: Type.String(), expires_at: Timestamp }),
  }),
};
