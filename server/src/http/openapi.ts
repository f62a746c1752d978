import fastifySwagger from '@fastify/swagger';
import { ErrorBody } from '@lectern/shared-contracts/api/errors.ts';
import type { RouteDefinition } from '@lectern/shared-contracts/api/route.ts';
import type { FastifyInstance, FastifySchema } from 'fastify';
import type { Config } from '../config.ts';

/** Starts gathering the routes that are mounted after it; the document is at <root>/openapi.json. */
export async function gatherOpenApi(app: FastifyInstance, config: Config): Promise<void> {
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Lectern',
        version: config.version,
        description:
          'A personal digital library. Every error answer is an ErrorBody: status, a sentence, a code.',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
  });
}

/** A route of the contract as Fastify and the document want it. */
export function openApiOf(key: string, definition: RouteDefinition): FastifySchema {
  const { summary, access, params, query, body, status = 200, stream, response } = definition;
  const path = key.split(' ')[1] ?? '';
  return {
    summary,
    tags: [tagOf(path)],
    security: access === 'user' || access === 'admin' ? [{ bearer: [] }] : [],
    ...(params ? { params } : {}),
    ...(query ? { querystring: query } : {}),
    ...(body ? { body } : {}),
    response: {
      [status]:
        status === 204
          ? { type: 'null', description: 'Done' }
          : stream
            ? { description: 'Lines of JSON', content: { 'application/x-ndjson': { schema: response } } }
            : response,
      '4xx': ErrorBody,
      '5xx': ErrorBody,
    },
  };
}

/** Options of a route that asks for no header, because its address is signed. */
export function bySignedAddress(summary: string, tag: string): { schema: FastifySchema } {
  return {
    schema: {
      summary,
      tags: [tag],
      security: [],
      response: { 200: { type: 'string', format: 'binary' }, 404: ErrorBody },
    },
  };
}

function tagOf(path: string): string {
  const [first = '', second = ''] = path.split('/').slice(1);
  return first === 'api' ? second : first;
}
