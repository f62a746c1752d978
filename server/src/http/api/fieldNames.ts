import type { RouteDefinition } from '@lectern/shared-contracts/api/route.ts';
import { AppError } from '../../common/errors.ts';

/** Other names of fields in the specification; see shared-contracts/src/domain/books/book.ts. */
const aliases: Readonly<Record<string, string>> = {
  cover: 'cover_url',
  cover_image_url: 'cover_url',
  dateAdded: 'created_at',
};

type Values = Record<string, unknown>;
type Properties = ReadonlySet<string>;

/** Every name may be written in snake_case and in camelCase. */
const otherSpelling = (name: string) =>
  name.includes('_')
    ? name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
    : name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const propertiesOf = (schema: unknown): Properties | null => {
  const { properties, additionalProperties } = (schema ?? {}) as Values;
  const isOpen = typeof additionalProperties === 'object' || additionalProperties === true;
  return properties && !isOpen ? new Set(Object.keys(properties)) : null;
};

/** Gives fields the names of the contract. A field under its own name takes precedence. */
function renamed(values: Values, known: Properties): Values {
  const named: Values = {};
  for (const [name, value] of Object.entries(values)) {
    const other = [aliases[name], otherSpelling(name)].find((candidate) => candidate && known.has(candidate));
    if (known.has(name) || other === undefined) named[name] = value;
    else if (!Object.hasOwn(values, other)) named[other] = value;
  }
  return named;
}

/** The query of a request with the names of the contract. */
export function namedQuery(query: unknown, definition: RouteDefinition): unknown {
  const known = propertiesOf(definition.query);
  return known && query ? renamed(query as Values, known) : query;
}

/**
 * The body of a request with the names of the contract. What an answer contains may be sent back and is ignored where
 * it cannot be written.
 * @throws AppError invalid_request with the name of each unknown field
 */
export function namedBody(body: unknown, definition: RouteDefinition): unknown {
  const known = propertiesOf(definition.body);
  if (known === null || typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const answered = propertiesOf(definition.response) ?? new Set<string>();
  const named = renamed(body as Values, known);
  const isAnswered = (name: string) =>
    Object.keys(renamed({ [name]: null }, answered)).some((own) => answered.has(own));
  const unknown = Object.keys(named).filter((name) => !known.has(name) && !isAnswered(name));
  if (unknown.length > 0)
    throw new AppError(
      'invalid_request',
      `There is no field “${unknown[0]?.slice(0, 100)}” here. Please leave it out.`,
      unknown
        .slice(0, 20)
        .map((field) => ({ field: field.slice(0, 200), message: 'is not a field of this request' })),
    );
  return named;
}
