import { route, Timestamp } from './route.ts';
import { Type } from './type.ts';

export const exportRoutes = {
  'POST /export': route({
    summary: 'An address, good for some minutes, of a zip with everything of the reader',
    access: 'user',
    body: Type.Object(
      {
        /** Whether to include the uploaded book files; false by default. */
        files: Type.Optional(Type.Boolean()),
      },
      { additionalProperties: false },
    ),
    response: Type.Object({ url: Type.String(), expires_at: Timestamp }),
  }),
};
