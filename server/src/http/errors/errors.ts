import { setTimeout as wait } from 'node:timers/promises';
import type { ErrorBody } from '@lectern/shared-contracts/api/errors.ts';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SecurityLog } from '../../people/security/securityLog.ts';
import { AppError, type ErrorCode } from '../../run/common/errors.ts';
import { storageFault } from '../../run/common/storageFault.ts';
import { setApiHeaders } from '../headers/apiHeaders.ts';
import { fieldErrors } from './validation.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The code of the error response. */
    errorCode: ErrorCode | null;
  }
}

/** Sends every error as an ErrorBody: a message and a code, never a stack trace or an internal message. */
export function answerWithErrorBodies(app: FastifyInstance): void {
  app.decorateRequest('errorCode', null);
  app.setErrorHandler(async (error: FastifyError | AppError, request, reply) => {
    if (request.signedIn !== null) await delayRefusal(error);
    return sendError(request, reply, error);
  });
}

/** Records responses of 403 and 429 in the security log. */
export function recordRefusals(app: FastifyInstance, log: SecurityLog): void {
  app.addHook('onSend', async (request, { statusCode }) => {
    if (statusCode !== 403 && statusCode !== 429) return;
    const userId = request.signedIn?.id ?? null;
    const route = `${request.method} ${request.routeOptions.url ?? ''}`;
    if (statusCode === 429) log.record(request, 'excess_rate_limit_exceeded', userId, { route });
    else {
      const code = request.errorCode ?? 'forbidden';
      log.record(request, 'authz_fail', userId, { route, code });
    }
  });
}

/** Sends an error response. */
export function sendError(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  const appError = recordError(request, reply, error);
  const body: ErrorBody = appError.toBody();
  return reply
    .code(appError.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(body);
}

/** Logs an error, sets its headers, and notes its code for other hooks. For error responses of any format. */
export function recordError(request: FastifyRequest, reply: FastifyReply, error: unknown): AppError {
  const appError = asAppError(error);
  // The client has disconnected, so this is not an error of ours.
  if (isAborted(request)) request.log.info({ reason: appError.message }, 'request aborted by the client');
  else if (appError.status >= 500) request.log.error({ err: error }, 'request failed');
  if (appError.retryAfter !== undefined) reply.header('retry-after', String(appError.retryAfter));
  request.errorCode = appError.code;
  // Remove headers that described the file that could not be sent.
  for (const name of fileHeaders) reply.removeHeader(name);
  // Requests without a route get here without passing any hook.
  setApiHeaders(reply);
  return appError;
}

const fileHeaders = [
  'accept-ranges',
  'content-disposition',
  'content-encoding',
  'content-length',
  'content-range',
  'etag',
  'last-modified',
];

/** Whether the client disconnected before the whole request was received. */
const isAborted = ({ raw }: FastifyRequest) => raw.destroyed && !raw.complete;

/** Maps codes of Fastify and its plugins to ours. */
const frameworkErrorCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_request',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed_request',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_request',
  FST_ERR_BAD_URL: 'malformed_request',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
  FST_REQ_FILE_TOO_LARGE: 'file_too_large',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'unsupported_media_type',
};

export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (!(error instanceof Error)) return new AppError('server_error');
  const { validation, validationContext, code, statusCode } = error as FastifyError;
  // A malformed id in a path names nothing that exists.
  if (validation && validationContext === 'params') return new AppError('not_found');
  if (validation) {
    const fields = fieldErrors(validation);
    const [first] = fields;
    return new AppError(
      'invalid_request',
      first && `${first.field || 'The request'} ${first.message}.`,
      fields,
    );
  }
  const translated = code === undefined ? undefined : frameworkErrorCodes[code];
  if (translated) return new AppError(translated);
  if (isOverload(error)) return AppError.until('busy', retryAfter);
  const fault = storageFault(error);
  if (fault !== null) return new AppError(fault);
  if (statusCode === 413) return new AppError('body_too_large');
  if (error instanceof SyntaxError || (statusCode !== undefined && statusCode >= 400 && statusCode < 500)) {
    return new AppError('malformed_request');
  }
  return new AppError('server_error');
}

/** Seconds after which a client should retry when the database or blob store is overloaded. */
const retryAfter = 5;

/** PostgreSQL: statement or transaction timeout, too many connections. */
const timeouts = new Set(['57014', '25P03', '53300']);

/** Statuses of an overloaded blob store, such as SlowDown of S3. */
const slowDown = new Set<unknown>([429, 503]);

/** Whether the database or the blob store timed out or is overloaded. */
function isOverload(error: Error & { $metadata?: { httpStatusCode?: number } }): boolean {
  if ('code' in error && timeouts.has(String(error.code))) return true;
  if (slowDown.has(error.$metadata?.httpStatusCode)) return true;
  return (
    error.name === 'TimeoutError' ||
    error.message === 'timeout exceeded when trying to connect' ||
    error.message === 'Connection terminated due to connection timeout' ||
    error.message === 'Query read timeout'
  );
}

/** Milliseconds to wait before sending the refusal. */
const pause = 1_000;

/** Refusals that an immediate retry cannot change. */
const permanentErrors: ReadonlySet<string> = new Set(['limit_reached', 'quota_exceeded']);

/**
 * Delays refusals for too many requests or at a limit, so that clients that retry at once cost little. Other errors
 * are not delayed.
 */
export async function delayRefusal(error: unknown): Promise<void> {
  if (error instanceof AppError && (error.status === 429 || permanentErrors.has(error.code)))
    await wait(pause, undefined, { ref: false });
}
