import { ErrorBody } from '@lectern/shared-contracts/api/errors.ts';
import type { RouteDefinition } from '@lectern/shared-contracts/api/route.ts';
import fastify, { type FastifyInstance, type FastifySchema, type RouteOptions } from 'fastify';
import type { Config } from '../../run/config/config.ts';
import { contractValidation } from '../errors/validation.ts';

type GatheredRoute = Pick<RouteOptions, 'method' | 'url' | 'schema'>;

/**
 * Collects the routes registered after it.
 * @returns builds the OpenAPI document lazily, as JSON, and caches it; its dependencies are loaded only then
 */
export function gatherOpenApi(app: FastifyInstance, config: Config): () => Promise<Buffer> {
  const routes: GatheredRoute[] = [];
  app.addHook('onRoute', ({ method, url, schema }) => {
    // Copied, because registering a schema changes it.
    if (schema) routes.push({ method, url, schema: { ...schema } });
  });
  let document: Promise<Buffer> | undefined;
  return () => {
    document ??= documentOf(routes, config);
    return document;
  };
}

async function documentOf(routes: readonly GatheredRoute[], config: Config): Promise<Buffer> {
  const { default: fastifySwagger } = await import('@fastify/swagger');
  const app = fastify({ exposeHeadRoutes: false, schemaController: contractValidation });
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Lectern',
        version: config.version,
        description:
          'A personal digital library. Every error answer is an ErrorBody: status, a sentence, a code.',
      },
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
          appPassword: { type: 'http', scheme: 'basic', description: 'Email address and app password' },
          kosyncUser: { type: 'apiKey', in: 'header', name: 'x-auth-user' },
          kosyncKey: {
            type: 'apiKey',
            in: 'header',
            name: 'x-auth-key',
            description: 'MD5 of the app password in hex',
          },
        },
      },
    },
  });
  for (const route of routes) app.route({ ...route, handler: async () => null });
  await app.ready();
  return Buffer.from(JSON.stringify(app.swagger()));
}

/** A route of the contract in the form that Fastify and the document need. */
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

/** Options of a route that needs no header because its URL is signed. */
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
