import type { Dictionaries } from '../../answers/dictionaries/dictionaries.ts';
import type { MentorModel } from '../../answers/mentor/model/mentorModel.ts';
import type { MarksReader } from '../../devices/annotations/reading/marksReader.ts';
import type { StatisticsReader } from '../../devices/statistics/readStatistics.ts';
import type { Originals } from '../../devices/xpointer/originals.ts';
import type { LiveEvents } from '../../http/events/liveEvents.ts';
import type { RateLimits } from '../../http/rateLimits/rateLimit.ts';
import type { RouteQueues } from '../../http/rateLimits/routeCosts.ts';
import type { IngestQueue } from '../../intake/ingest/ingestQueue.ts';
import type { CoverRenderer, PageRenderer } from '../../intake/ingest/pageImage/renderers.ts';
import type { OnlineMetadata } from '../../intake/onlineMetadata/onlineMetadata.ts';
import type { Staging } from '../../intake/staging/staging.ts';
import type { ActiveSessions } from '../../people/auth/credentials/activeSessions.ts';
import type { PasswordHasher } from '../../people/auth/credentials/passwords.ts';
import type { SignedUrls } from '../../people/auth/credentials/signedUrls.ts';
import type { OidcClient } from '../../people/auth/oidc/oidcClient.ts';
import type { Mailer } from '../../people/mail/mailer.ts';
import type { OperatorWarnings } from '../../people/security/operatorWarnings.ts';
import type { SecurityLog } from '../../people/security/securityLog.ts';
import type { Blobs } from '../../store/blobs/blobs.ts';
import type { Db } from '../../store/db.ts';
import type { Engine } from '../../store/engine.ts';
import type { FullText } from '../../store/fullText.ts';
import type { Config } from '../config/config.ts';
import type { RecentReaders } from '../scheduling/FairQueue.ts';
import type { BookTexts } from './bookTexts.ts';
import type { Drills } from './drills.ts';
import type { Folders } from './folders.ts';
import type { PartBackends, PartDeclarations } from './parts.ts';

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
  passwordHasher: PasswordHasher;
  bookTexts: BookTexts;
  dictionaries: Dictionaries;
  originals: Originals;
  ingest: IngestQueue;
  /** Folders of the server from which books are taken. */
  folders: Folders;
  partDeclarations: PartDeclarations;
  partBackends: PartBackends;
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
  /** Test restores of the last backup. */
  drills: Drills;
  /** Reads annotation files of other programs. */
  marks: MarksReader;
  /** Null when no mail server is configured. */
  mail: Mailer | null;
  /** Null when no provider is configured. */
  oidc: OidcClient | null;
  /** Null when no service of the net may be asked about books. */
  onlineMetadata: OnlineMetadata | null;
  /** The mentor's language model; null to quote passages instead. */
  mentorModel: MentorModel | null;
  /** The clock, replaceable in tests. */
  now(): Date;
  /** Waits, to equalize response times; tests can observe it. */
  pause(milliseconds: number): Promise<void>;
}
