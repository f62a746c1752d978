/** Email addresses to which a reader sends books. */
import { Email } from './auth.ts';
import { Id, IdParams, Nullable, nothing, route, Timestamp } from './route.ts';
import { Closed, type Static, Type } from './type.ts';

export const SendAddress = Type.Object({
  id: Id,
  email: Type.String(),
  /** Null until its code was entered. */
  confirmed_at: Nullable(Timestamp),
});
export type SendAddress = Static<typeof SendAddress>;

export const sendAddressRoutes = {
  'GET /auth/send-addresses': route('user', 'Where the reader sends books by mail', {
    response: Type.Object({
      items: Type.Array(SendAddress),
      /** The address that mail comes from; null when this library sends no mail. */
      from: Nullable(Type.String()),
      /** Bytes of the largest file that is sent. */
      max_bytes: Type.Integer(),
    }),
  }),
  'POST /auth/send-addresses': route('user', 'Add an address, or send it another code', {
    body: Closed({ email: Email }),
    status: 201,
    response: SendAddress,
  }),
  'POST /auth/send-addresses/:id/confirm': route('user', 'Confirm an address by the code that it got', {
    params: IdParams,
    body: Closed({ code: Type.String({ minLength: 1, maxLength: 40 }) }),
    response: SendAddress,
  }),
  'DELETE /auth/send-addresses/:id': route('user', 'Remove an address', { params: IdParams, ...nothing }),
  'POST /books/:id/send': route('user', 'Send the file of a book to a confirmed address', {
    params: IdParams,
    body: Closed({ address_id: Id }),
    ...nothing,
  }),
};
