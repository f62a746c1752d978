import { IdParams, Nullable, route, Text, Timestamp } from './route.ts';
import { type Static, Type } from './type.ts';

/** Value of a form field: a text, a checkbox, or selected options. */
export const FieldValue = Type.Union([
  Text(20_000),
  Type.Boolean(),
  Type.Array(Text(1_000), { maxItems: 500 }),
]);
export type FieldValue = Static<typeof FieldValue>;

/** By field name in the file; at most 200 characters. */
export const FormValues = Type.Object({ values: Type.Record(Type.String(), FieldValue) });
export type FormValues = Static<typeof FormValues>;

export const formRoutes = {
  'GET /books/:id/form': route('user', 'What the reader has filled into the fields of a PDF', {
    params: IdParams,
    response: FormValues,
  }),
  'PUT /books/:id/form': route(
    'user',
    'Fill in fields of a PDF: those that are named, the others stay as they are; null gives a field the value of the file back',
    {
      params: IdParams,
      body: Type.Object({
        values: Type.Record(Type.String(), Nullable(FieldValue)),
        updated_at: Timestamp,
      }),
      response: FormValues,
    },
  ),
};
