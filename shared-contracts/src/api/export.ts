import { route, Timestamp } from './route.ts';
import { Type } from './type.ts';

export const exportRoutes = {
  'POST /export': route({
    summary: 'An address, good for some minutes, of a zip with everything of the reader',
    access: 'user',
    body: Type.Object(
      {
        /** With the book files as they were uploaded; false unless told. */
        files: Type.Optional(Type.Boolean()),
      },
      { additionalProperties: false },
    ),
    response: Type.Object({ url: Type.String(), expires_at: Timestamp }),
  }),
};
