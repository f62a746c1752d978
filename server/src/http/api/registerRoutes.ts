import { changesHeader } from '@lectern/shared-contracts/api/apiHeaders.ts';
import type { Revisions } from '@lectern/shared-contracts/api/changes.ts';
import type { RouteDefinition } from '@lectern/shared-contracts/api/route.ts';
import { type RouteKey, routes, type WriteKey } from '@lectern/shared-contracts/api/routes.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { SecurityEventKind } from '../../people/security/securityEvents.ts';
import { deferredSecurityLog } from '../../people/security/securityLog.ts';
import type { Db, Services } from '../../run/services/services.ts';
import { areasChangedBy } from '../../store/changes/changedBy.ts';
import { changesHeaderOf, raiseRevisions } from '../../store/changes/revisions.ts';
import { tryAgain } from '../../store/engine.ts';
import { JsonBytes } from '../../store/paging/pages.ts';
import type { RouteLimit } from '../rateLimits/rateLimit.ts';
import { acceptsLargeBodies, costOfRoute } from '../rateLimits/routeCosts.ts';
import { deviceClock } from '../routing/deviceClock.ts';
import type { RouteContext, RouteHandlers, SignedInUser } from '../routing/route.ts';
import { requireAccess, userOf } from './authenticate.ts';
import { namedBody, namedQuery } from './fieldNames.ts';
import { findStoredResponse, type RepeatableWrite, repeatableWrite, storeResponse } from './idempotency.ts';
import { inRouteQueue, waitBeforeBody } from './inRouteQueue.ts';
import { openApiOf } from './openapi.ts';

/** The type of a handler when the route is not known statically. */
type Handle = (context: RouteContext<RouteKey>) => Promise<unknown>;
interface Entry {
  handle: Handle;
  limit?: RouteLimit;
  untransacted?: true;
}

/** The largest body of a route that accepts large ones, in bytes. */
const largestBody = 1024 ** 2;
const largerBodies: Partial<Record<RouteKey, number>> = {
  'PUT /collections/:id': 5 * 1024 ** 2,
  'PUT /books/:id/cover': 4 * 1024 ** 2,
  'POST /marks/proof': 21 * 1024 ** 2,
  'POST /marks/import': 21 * 1024 ** 2,
};

/** Registers every route of the contract below the prefix of `app`. */
export function registerRoutes(app: FastifyInstance, services: Services, handlers: RouteHandlers): void {
  for (const key of Object.keys(routes) as RouteKey[]) {
    const definition: RouteDefinition = routes[key];
    const [method, path] = key.split(' ') as [HTTPMethods, string];
    const entry = handlers[key];
    const { handle, limit, untransacted } = (
      typeof entry === 'function' ? { handle: entry } : entry
    ) as Entry;
    const cost = costOfRoute(key);
    const hasLargeBodies = method !== 'GET' && definition.access !== 'visitor' && acceptsLargeBodies(cost);
    const run = method === 'GET' ? read : untransacted ? untransactedWrite : write;
    app.route({
      method,
      url: path,
      schema: openApiOf(key, definition),
      onRequest: requireAccess(services, definition.access),
      ...(hasLargeBodies
        ? {
            bodyLimit: largerBodies[key] ?? largestBody,
            preParsing: async (request: FastifyRequest, reply: FastifyReply) =>
              waitBeforeBody({ services, request, reply, cost }),
          }
        : {}),
      preValidation: async (request: FastifyRequest) => {
        request.query = namedQuery(request.query, definition);
        request.body = namedBody(request.body, definition);
      },
      handler: async (request, reply) => {
        if (limit) await services.limits.hit(limit.name, limit.by(request), limit);
        reply.code(definition.status ?? 200).header('cache-control', 'no-store');
        const work = () => tryAgain(services.engine, () => run({ key, services, request, reply, handle }));
        const answer = await inRouteQueue({ services, request, reply, cost }, work);
        if (definition.stream) reply.type('application/x-ndjson; charset=utf-8');
        if (answer instanceof JsonBytes)
          return reply.type('application/json; charset=utf-8').send(answer.bytes);
        return reply.send(reply.statusCode === 204 ? undefined : answer);
      },
    });
  }
}

interface Call {
  key: RouteKey;
  services: Services;
  request: FastifyRequest;
  reply: FastifyReply;
  handle: Handle;
}

async function read(call: Call): Promise<unknown> {
  return call.handle(contextOf(call, call.services, (work) => work(call.services.db)));
}

/** Runs the handler in one transaction, so that its effect and the stored response are committed together. */
async function write(call: Call): Promise<unknown> {
  const repeatable = asRepeatable(call);
  const { log: securityLog, release } = deferredSecurityLog(call.services.securityLog);
  const answer = await inTransaction(call, repeatable, (db) =>
    call.handle(contextOf(call, { ...call.services, db, securityLog }, (work) => work(db))),
  );
  release();
  return answer;
}

/** For slow handlers, which call `commit` for the part that belongs in a transaction. */
async function untransactedWrite(call: Call): Promise<unknown> {
  const repeatable = asRepeatable(call);
  const before = repeatable && (await findStoredResponse(call.services.db, repeatable));
  if (before) {
    call.reply.code(before.status);
    return before.body;
  }
  return call.handle(contextOf(call, call.services, (work) => inTransaction(call, repeatable, work)));
}

async function inTransaction<T>(
  call: Call,
  repeatable: RepeatableWrite | null,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const { key, services, request, reply } = call;
  const { engine, liveEvents } = services;
  let raised: Partial<Revisions> = {};
  const run = async (db: Db) => {
    const before = repeatable && (await findStoredResponse(db, repeatable));
    if (before) {
      reply.code(before.status);
      return before.body as T;
    }
    const body = await work(db);
    if (request.signedIn) {
      raised = await raiseRevisions(db, request.signedIn.id, areasChangedBy(key as WriteKey));
      const header = changesHeaderOf(raised);
      if (header !== '') reply.header(changesHeader, header);
    }
    if (repeatable) await storeResponse(db, repeatable, { status: reply.statusCode, body }, services.now());
    return body;
  };
  if (request.signedIn === null) return services.db.transaction().execute(run);
  // Writes of one user run one at a time, on however many devices and replicas.
  const { id } = request.signedIn;
  const answer = await engine.withLock(id, run);
  liveEvents.changed(id, raised);
  return answer;
}

function asRepeatable({ request }: Call): RepeatableWrite | null {
  return request.signedIn ? repeatableWrite(request, request.signedIn) : null;
}

function contextOf(
  { request, reply }: Call,
  services: Services,
  commit: (work: (db: Db) => Promise<unknown>) => Promise<unknown>,
): RouteContext<RouteKey> {
  const context = {
    params: request.params,
    query: request.query,
    body: request.body,
    get user(): SignedInUser {
      return userOf(request);
    },
    db: services.db,
    get clock() {
      return deviceClock(request, services.now());
    },
    services,
    commit,
    record: (kind: SecurityEventKind, userId: string | null, details: never) =>
      services.securityLog.record(request, kind, userId, details),
    request,
    reply,
  };
  // Params, query and body have been validated by the route's schemas.
  return context as unknown as RouteContext<RouteKey>;
}
