import fastifyCookie from '@fastify/cookie';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { createDictionaries } from './answers/dictionaries/dictionaries.ts';
import type { MentorModel } from './answers/mentor/model/mentorModel.ts';
import { registerDictionaries } from './answers/routes/dictionaries.ts';
import { createMarksReader } from './devices/annotations/reading/marksReader.ts';
import { registerKosync } from './devices/kosync/kosync.ts';
import { registerOpds } from './devices/opds/opds.ts';
import { createStatisticsReader } from './devices/statistics/readStatistics.ts';
import { registerWebdav } from './devices/webdav/webdav.ts';
import { createOriginals } from './devices/xpointer/originals.ts';
import { handlers } from './handlers.ts';
import { startHousekeeping } from './housekeeping.ts';
import { prepareAuthentication } from './http/api/authenticate.ts';
import { describeWrites } from './http/api/describeWrites.ts';
import { prepareIdempotency } from './http/api/idempotency.ts';
import { releaseSlotsWithAnswers } from './http/api/inRouteQueue.ts';
import { gatherOpenApi } from './http/api/openapi.ts';
import { registerRoutes } from './http/api/registerRoutes.ts';
import { rejectQuerySecrets } from './http/api/rejectQuerySecrets.ts';
import { compressAnswers } from './http/bodies/compress.ts';
import { acceptJson } from './http/bodies/json.ts';
import { drainConnections, slowlorisGuard } from './http/connections/connections.ts';
import { answerWithErrorBodies, recordRefusals, sendError } from './http/errors/errors.ts';
import { contractValidation } from './http/errors/validation.ts';
import { createLiveEvents, noOtherProcesses, type OpenEventChannel } from './http/events/liveEvents.ts';
import { logRequests, requestIdOf, setApiHeadersOnAll } from './http/headers/apiHeaders.ts';
import { checkHost } from './http/headers/checkHost.ts';
import { sendSecurityHeaders } from './http/headers/securityHeaders.ts';
import { dbRateLimiter, memoryRateLimiter } from './http/rateLimits/rateLimit.ts';
import { createRouteQueues, smallBody } from './http/rateLimits/routeCosts.ts';
import { registerEvents } from './http/routes/events.ts';
import {
  prefixAddressesForDevices,
  redirectToBasePath,
  withoutBasePath,
  withoutTrailingSlash,
} from './http/routing/basePath.ts';
import { serveApp } from './http/static/staticFiles.ts';
import { createFolders, type FolderTimes } from './intake/folders/folders.ts';
import { createCoverRenderer, createPageRenderer } from './intake/ingest/pageImage/renderers.ts';
import { createIngestQueue } from './intake/jobs/createIngestQueue.ts';
import type { IngestPool } from './intake/jobs/IngestPool.ts';
import type { OnlineMetadata } from './intake/onlineMetadata/onlineMetadata.ts';
import { areFilesMissing, openBlobs, refuseEmptyDatabase } from './intake/staging/openBlobs.ts';
import { recoverUploads } from './intake/uploads/recover.ts';
import { registerMultipart } from './intake/uploads/registerMultipart.ts';
import { registerTus } from './intake/uploads/registerTus.ts';
import { createPartBackends } from './library/parts/partBackends.ts';
import { createPartDeclarations } from './library/parts/partDeclarations.ts';
import { registerContent } from './library/routes/books/content.ts';
import { activeSessions } from './people/auth/credentials/activeSessions.ts';
import { argon2id } from './people/auth/credentials/passwords.ts';
import { createSignedUrls } from './people/auth/credentials/signedUrls.ts';
import { registerOidc } from './people/routes/account/oidc.ts';
import { type OperatorWarnings, warnOperator } from './people/security/operatorWarnings.ts';
import { createSecurityLog } from './people/security/securityLog.ts';
import { runInBackground } from './run/common/runInBackground.ts';
import { explainFullDisk } from './run/common/storageFault.ts';
import type { Config } from './run/config/config.ts';
import { prepareDataFolder, refuseLostDatabase } from './run/dataFolder/dataFolder.ts';
import { lockDataFolder } from './run/dataFolder/lockDataFolder.ts';
import { RecentReaders } from './run/scheduling/FairQueue.ts';
import { ownBookTexts } from './run/services/bookTexts.ts';
import type { Services } from './run/services/services.ts';
import type { Metrics } from './run/watch/metrics.ts';
import { removeKilledDrill } from './store/backup/drill/drillFolder.ts';
import { createDrills } from './store/backup/drill/drills.ts';
import { startNightlyBackups } from './store/backup/nightlyBackups.ts';
import { runPendingBlobDeletes } from './store/blobs/pendingBlobDeletes.ts';
import { registerExport } from './store/export/exportRoute.ts';
import { startIndexing } from './store/indexPassages.ts';
import { openStore } from './store/open/openStore.ts';

export interface App {
  app: FastifyInstance;
  services: Services;
  /**
   * Drains requests and jobs, then closes the database.
   * @param timeoutMs how long requests in flight may take to finish
   */
  close(timeoutMs?: number): Promise<void>;
}

/**
 * How long requests in flight may take to finish; shorter than the 30 s after which many supervisors kill a process.
 */
const drainTimeoutMs = 25_000;

/** Services, the processes that read files, and how often folders are looked at. */
type Overrides = Partial<Services> & { ingestPool?: IngestPool; folderTimes?: FolderTimes };

/**
 * Builds the whole server without listening. Tests may override services.
 * @throws StartError when the data folder, the database or the blob store cannot be used
 */
export async function buildApp(config: Config, overrides: Overrides = {}): Promise<App> {
  prepareDataFolder(config.dataDir);
  const isOnlyServer = config.databaseUrl === null;
  if (isOnlyServer) refuseLostDatabase(config.dataDir);
  const unlock = isOnlyServer ? lockDataFolder(config.dataDir) : () => {};
  try {
    const built = await build(config, overrides);
    return { ...built, close: (timeoutMs) => built.close(timeoutMs).finally(unlock) };
  } catch (error) {
    unlock();
    throw explainFullDisk(error, config.dataDir);
  }
}

async function build(config: Config, overrides: Overrides): Promise<App> {
  const app = createFastify(config);
  const operatorWarnings: OperatorWarnings = new Set();
  warnOperator(app, config, operatorWarnings);
  // Loaded only when enabled, to save memory.
  const metrics = config.metrics && (await import('./run/watch/metrics.ts')).createMetrics();
  // First of all, so that a port that is in use fails the start before anything else has begun.
  const metricsServer = metrics && config.metrics ? await metrics.listen(config.metrics) : null;
  const services = await makeServices(config, { operatorWarnings, ...overrides }, app.log, metrics).catch(
    async (error: unknown) => {
      await metricsServer?.close();
      throw error;
    },
  );
  metrics?.watch(services);
  if (metricsServer) app.log.info({ origin: metricsServer.origin }, 'metrics are served at /metrics');
  const drain = drainConnections(app.server);
  setApiHeadersOnAll(app);
  logRequests(app);
  metrics?.countRequests(app);
  await addHooks(app, services);
  await registerAll(app, services);
  const housekeeping = await startHousekeeping(services, app.log);
  await app.ready();
  const jobs = startJobs(services, app.log);
  return {
    app,
    services,
    async close(timeoutMs = drainTimeoutMs) {
      drain(timeoutMs);
      await services.liveEvents.stop();
      housekeeping.stop();
      await metricsServer?.close();
      await jobs.stop();
      // In parallel: a request may be waiting for the ingest of its upload, which is resumed at the next start.
      // Reading old books waits for a helper process that the ingest queue ends.
      await Promise.all([app.close(), services.ingest.stop(), services.folders.stop()]);
      await stopServices(services);
    },
  };
}

function createFastify(config: Config): FastifyInstance {
  const app = fastify({
    // Trust one hop only: earlier entries of X-Forwarded-For come from the client.
    trustProxy: config.trustProxy ? (_address, hop) => hop === 0 : false,
    rewriteUrl: (request) => withoutTrailingSlash(withoutBasePath(config.basePath)(request)),
    // Also for unknown paths and visitors; routes that queue large bodies have their own limit.
    bodyLimit: smallBody,
    // Large uploads may take long; slowlorisGuard ends those that stall.
    requestTimeout: 0,
    genReqId: requestIdOf(config.trustProxy),
    // Requests that arrive during shutdown are answered normally.
    return503OnClosing: false,
    schemaController: contractValidation,
    logger: {
      level: config.logLevel,
      serializers: { req: ({ method, routeOptions }) => ({ method, route: routeOptions?.url }) },
    },
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    frameworkErrors: (error, request, reply) => {
      sendError(request, reply, error);
    },
  });
  app.server.headersTimeout = 20_000;
  return app;
}

/** What applies to every request. The order matters. */
async function addHooks(app: FastifyInstance, services: Services): Promise<void> {
  const { config, securityLog } = services;
  checkHost(app, config);
  acceptJson(app);
  answerWithErrorBodies(app);
  recordRefusals(app, securityLog);
  prepareAuthentication(app);
  prepareIdempotency(app);
  describeWrites(app, services);
  slowlorisGuard(app);
  rejectQuerySecrets(app);
  redirectToBasePath(app, config.basePath);
  prefixAddressesForDevices(app, config.basePath);
  compressAnswers(app, `${config.root}/auth/`);
  releaseSlotsWithAnswers(app);
  await sendSecurityHeaders(app, config);
  await app.register(fastifyCookie);
}

/** The API, the protocols of other apps, and the files of the app itself. */
async function registerAll(app: FastifyInstance, services: Services): Promise<void> {
  const openApi = gatherOpenApi(app, services.config);
  await app.register(
    async (api) => {
      registerEvents(api, services);
      registerRoutes(api, services, handlers);
      registerContent(api, services);
      registerDictionaries(api, services);
      registerExport(api, services);
      registerOidc(api, services);
      await registerTus(api, services);
      await registerMultipart(api, services);
      api.get('/openapi.json', { schema: { hide: true } }, async (_request, reply) =>
        reply.type('application/json; charset=utf-8').send(await openApi()),
      );
    },
    { prefix: services.config.root },
  );
  await app.register(async (kosync) => registerKosync(kosync, services), { prefix: '/kosync' });
  await app.register(async (opds) => registerOpds(opds, services), { prefix: '/opds' });
  await app.register(async (dav) => registerWebdav(dav, services), { prefix: '/dav' });
  await serveApp(app, services);
}

/** Starts the work that does not belong to a request. */
function startJobs(services: Services, log: FastifyBaseLogger) {
  const indexing = startIndexing(services, log);
  const backups = startNightlyBackups(services, log);
  services.folders.start();
  return {
    async stop() {
      for (const job of [backups, services.drills, indexing]) await job.stop();
    },
  };
}

async function stopServices(services: Services): Promise<void> {
  const { covers, pages, originals, marks, dictionaries, engine } = services;
  for (const service of [covers, pages, originals, marks, dictionaries, engine]) await service.stop();
  services.mail?.close();
  await services.securityLog.close();
  await services.db.destroy();
}

async function makeServices(
  config: Config,
  { ingestPool: pool, folderTimes, ...overrides }: Overrides,
  log: FastifyBaseLogger,
  metrics: Metrics | null,
): Promise<Services> {
  const now = overrides.now ?? (() => new Date());
  const engine =
    overrides.engine ?? (await openStore(config, { onProgress: (message) => log.warn(message) }));
  const stores = await openBlobs(config, engine.db);
  const blobs = metrics?.watchBlobs(stores.blobs) ?? stores.blobs;
  const signedUrls = overrides.signedUrls ?? createSignedUrls(config.secret, now);
  const recentReaders = new RecentReaders();
  const limits = engine.shared ? dbRateLimiter(engine.db, now) : memoryRateLimiter(now);
  const pause =
    overrides.pause ??
    ((milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds)));
  const parts = {
    config,
    engine,
    db: engine.db,
    fullText: engine.fullText,
    ...stores,
    blobs,
    originals: createOriginals(blobs, log),
    signedUrls,
    activeSessions: activeSessions(engine.db, now),
    passwordHasher: argon2id,
    bookTexts: ownBookTexts(),
    partDeclarations: createPartDeclarations(config, now),
    partBackends: createPartBackends(config, {
      now,
      warn: (details) => log.warn(details, 'the backend of a part failed'),
    }),
    // Loaded only when configured, to save memory.
    mail: config.mail && (await import('./people/mail/mailer.ts')).smtpMailer(config.mail),
    oidc: config.oidc && (await import('./people/auth/oidc/oidcClient.ts')).oidcClient(config.oidc, now),
    mentorModel: await mentorModelOf(config),
    covers: createCoverRenderer(log),
    liveEvents: createLiveEvents({ db: engine.db, now, log, openChannel: await eventChannelOf(config, log) }),
    statistics: createStatisticsReader(),
    marks: createMarksReader(log),
    pages: createPageRenderer(log),
    dictionaries: createDictionaries({ folder: config.dictionariesDir, dataDir: config.dataDir }),
    requestLimits: memoryRateLimiter(now),
    recentReaders,
    routeQueues: createRouteQueues(recentReaders),
    limits,
    onlineMetadata: await onlineMetadataOf(config, { limits, now, pause }),
    securityLog: createSecurityLog({ db: engine.db, config, now, log }),
    operatorWarnings: new Set<never>(),
    now,
    pause,
    ...overrides,
  };
  await runPendingBlobDeletes(parts);
  await refuseEmptyDatabase(parts).catch(async (error: unknown) => {
    await engine.stop();
    await engine.db.destroy();
    throw error;
  });
  if (await areFilesMissing(parts))
    log.error(
      'the files of the first books are missing: is this the right DATA_DIR or S3_BUCKET, and is it mounted?',
    );
  await recoverUploads(parts);
  // Not awaited: the start does not depend on it.
  runInBackground(() => removeKilledDrill(parts), log, 'an interrupted test restore could not be removed');
  const drills = overrides.drills ?? createDrills(parts, log);
  const ingest = overrides.ingest ?? (await createIngestQueue(parts, { pool }));
  const folders = overrides.folders ?? createFolders({ ...parts, ingest }, log, folderTimes);
  return { ...parts, drills, ingest, folders };
}

/** Loaded only when services of the net may be asked. */
async function onlineMetadataOf(
  { metadata, version }: Config,
  needs: Pick<Services, 'limits' | 'now' | 'pause'>,
): Promise<OnlineMetadata | null> {
  if (metadata === null) return null;
  const { createOnlineMetadata } = await import('./intake/onlineMetadata/onlineMetadata.ts');
  return createOnlineMetadata(metadata, version, needs);
}

/** The AI SDK is loaded only when a model is configured. */
async function mentorModelOf({ mentor }: Config): Promise<MentorModel | null> {
  if (mentor === null) return null;
  const { openAiCompatible } = await import('./answers/mentor/model/openAiCompatible.ts');
  return openAiCompatible(mentor);
}

/** The PostgreSQL driver is loaded only when needed. */
async function eventChannelOf({ databaseUrl }: Config, log: FastifyBaseLogger): Promise<OpenEventChannel> {
  if (databaseUrl === null) return noOtherProcesses;
  const { postgresEvents } = await import('./http/events/postgresEvents.ts');
  return postgresEvents(databaseUrl, log);
}
