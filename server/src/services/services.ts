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
import type { NewBook } from '../store/schema.ts';
import type { Originals } from '../xpointer/originals.ts';
import type { BookTexts } from './bookTexts.ts';

export type { Db };

/** What every route and job is given; made once in app.ts. No module holds state of its own. */
export interface Services {
  config: Config;
  /** The database with what differs from one kind to the other; `db` and `fullText` are its parts. */
  engine: Engine;
  db: Db;
  fullText: FullText;
  blobs: Blobs;
  /** Bytes of uploads that are no books yet. */
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
  /** The same for requests of every kind, counted by each process for itself. */
  requestLimits: RateLimits;
  /** Where requests of one reader wait for each other. */
  /** Who has asked for anything of late. */
  recentReaders: RecentReaders;
  routeQueues: RouteQueues;
  covers: CoverRenderer;
  liveEvents: LiveEvents;
  /** Draws pages of PDFs and of books of pictures. */
  pages: PageRenderer;
  /** Reads statistics of devices. */
  statistics: StatisticsReader;
  /** Null where no mail server is set up. */
  mail: Mailer | null;
  /** Null where no provider is set up. */
  oidc: OidcClient | null;
  /** What answers for the mentor; null when passages are quoted instead. */
  mentorModel: MentorModel | null;
  /** Called inside the transaction that adds a book; what it throws undoes the book. */
  onBookAdded?: (db: Db, book: NewBook) => Promise<void>;
  /** The clock, so that a test can set it. */
  now(): Date;
  /** Waits, so that an answer takes as long as another one would; a test sees how long was asked for. */
  pause(milliseconds: number): Promise<void>;
}
