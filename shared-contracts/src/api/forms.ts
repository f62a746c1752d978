import { IdParams, Nullable, route, Text, Timestamp } from './route.ts';
import { type Static, Type } from './type.ts';

/** What a reader has put into a field of a form: words, a tick, or what is chosen from a list. */
export const FieldValue = Type.Union([
  Text(20_000),
  Type.Boolean(),
  Type.Array(Text(1_000), { maxItems: 500 }),
]);
export type FieldValue = Static<typeof FieldValue>;

/** By the name that the file has for the field; at most 200 characters. */
export const FormValues = Type.Object({ values: Type.Record(Type.String(), FieldValue) });
export type FormValues = Static<typeof FormValues>;

export const formRoutes = {
  'GET /books/:id/form': route({
    summary: 'What the reader has filled into the fields of a PDF',
    access: 'user',
    params: IdParams,
    response: FormValues,
  }),
  'PUT /books/:id/form': route({
    summary:
      'Fill in fields of a PDF: those that are named, the others stay as they are; null gives a field the value of the file back',
    access: 'user',
    params: IdParams,
    body: Type.Object({
      values: Type.Record(Type.String(), Nullable(FieldValue)),
      updated_at: Timestamp,
    }),
    response: FormValues,
  }),
};
