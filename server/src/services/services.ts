import type { ActiveSessions } from '../auth/credentials/activeSessions.ts';
import type { PasswordHasher } from '../auth/credentials/passwords.ts';
import type { SignedUrls } from '../auth/credentials/signedUrls.ts';
import type { TokenVerifier } from '../auth/credentials/tokenVerifier.ts';
import type { OidcClient } from '../auth/oidc/oidcClient.ts';
import type { Blobs } from '../blobs/blobs.ts';
import type { Config } from '../config/config.ts';
import type { Dictionaries } from '../dictionaries/dictionaries.ts';
import type { LiveEvents } from '../events/liveEvents.ts';
import type { CoverRenderer } from '../ingest/cover/coverRenderer.ts';
import type { IngestQueue } from '../ingest/ingestQueue.ts';
import type { PageRenderer } from '../ingest/pageImage/pageRenderer.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { MentorModel } from '../mentor/model/mentorModel.ts';
import type { RateLimits } from '../rateLimits/rateLimit.ts';
import type { RouteQueues } from '../rateLimits/routeCosts.ts';
import type { RecentReaders } from '../scheduling/RecentReaders.ts';
import type { OperatorWarnings } from '../security/operatorWarnings.ts';
import type { SecurityLog } from '../security/securityLog.ts';
import type { Staging } from '../staging/staging.ts';
import type { StatisticsReader } from '../statistics/readStatistics.ts';
import type { Db } from '../store/db.ts';
import type { Engine } from '../store/engine.ts';
import type { FullText } from '../store/fullText.ts';
import type { Originals } from '../xpointer/originals.ts';
import type { BookTexts } from './bookTexts.ts';

export type { Db };

/** Dependencies of routes and jobs; created once in app.ts. Modules have no state of their own. */
export interface Services {
  config: Config;
  /** The database with its engine-specific parts; `db` and `fullText` belong to it. */
  engine: Engine;
  db: Db;
  fullText: FullText;
  blobs: Blobs;
  /** Bytes of unfinished uploads. */
  staging: Staging;
  signedUrls: SignedUrls;
  activeSessions: ActiveSessions;
  verifyAccess: TokenVerifier;
  passwordHasher: PasswordHasher;
  bookTexts: BookTexts;
  dictionaries: Dictionaries;
  originals: Originals;
  ingest: IngestQueue;
  limits: RateLimits;
  securityLog: SecurityLog;
  operatorWarnings: OperatorWarnings;
  /** Rate limits for all kinds of requests, in memory of each process. */
  requestLimits: RateLimits;
  /** Users with recent requests. */
  recentReaders: RecentReaders;
  routeQueues: RouteQueues;
  covers: CoverRenderer;
  liveEvents: LiveEvents;
  /** Renders pages of PDFs and comics. */
  pages: PageRenderer;
  /** Reads statistics of devices. */
  statistics: StatisticsReader;
  /** Null when no mail server is configured. */
  mail: Mailer | null;
  /** Null when no provider is configured. */
  oidc: OidcClient | null;
  /** The mentor's language model; null to quote passages instead. */
  mentorModel: MentorModel | null;
  /** The clock, replaceable in tests. */
  now(): Date;
  /** Waits, to equalize response times; tests can observe it. */
  pause(milliseconds: number): Promise<void>;
}
