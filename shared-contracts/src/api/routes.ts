/** All API routes, keyed by method and path below the server root (/v1 by default). */
import { adminRoutes } from './admin.ts';
import { annotationRoutes, formRoutes } from './annotations.ts';
import { appPasswordRoutes } from './appPasswords.ts';
import { authRoutes, sendAddressRoutes } from './auth.ts';
import { binRoutes } from './bin.ts';
import { bookRoutes } from './books.ts';
import { changeRoutes } from './changes.ts';
import { collectionRoutes } from './collections.ts';
import { drillRoutes } from './drill.ts';
import { factorRoutes } from './factors.ts';
import { gamificationRoutes } from './gamification.ts';
import { markRoutes } from './marks.ts';
import { noteRoutes } from './notes.ts';
import { onlineMetadataRoutes } from './onlineMetadata.ts';
import { partRoutes } from './parts.ts';
import { flagRoutes, remoteRoutes } from './remotes.ts';
import type { BodyOf, ParamsOf, QueryOf, ResponseOf } from './route.ts';
import { mentorRoutes, searchRoutes } from './search.ts';
import { readingRoutes, sessionRoutes } from './sessions.ts';
import { exportRoutes, systemRoutes } from './system.ts';
import { bookFileRoutes, folderRoutes, uploadRoutes } from './uploads.ts';
import { dictionaryRoutes, wordRoutes } from './words.ts';

export const routes = {
  ...systemRoutes,
  ...remoteRoutes,
  ...flagRoutes,
  ...authRoutes,
  ...factorRoutes,
  ...appPasswordRoutes,
  ...sendAddressRoutes,
  ...adminRoutes,
  ...drillRoutes,
  ...bookRoutes,
  ...onlineMetadataRoutes,
  ...bookFileRoutes,
  ...uploadRoutes,
  ...folderRoutes,
  ...annotationRoutes,
  ...formRoutes,
  ...noteRoutes,
  ...markRoutes,
  ...collectionRoutes,
  ...sessionRoutes,
  ...readingRoutes,
  ...gamificationRoutes,
  ...searchRoutes,
  ...mentorRoutes,
  ...dictionaryRoutes,
  ...wordRoutes,
  ...partRoutes,
  ...binRoutes,
  ...exportRoutes,
  ...changeRoutes,
};

export type Routes = typeof routes;
export type RouteKey = keyof Routes;
export type ReadKey = Extract<RouteKey, `GET ${string}`>;
export type WriteKey = Exclude<RouteKey, ReadKey>;

/** Routes with a streamed response. */
export type StreamKey = { [K in RouteKey]: Routes[K] extends { stream: true } ? K : never }[RouteKey];

type Field<Name extends string, T> = [T] extends [undefined] ? unknown : { [K in Name]: T };
type OptionalField<Name extends string, T> = [T] extends [undefined] ? unknown : { [K in Name]?: T };

/** Arguments of a call: path parameters, query and body, as the route has them. */
export type CallRequest<K extends RouteKey> = Field<'params', ParamsOf<Routes[K]>> &
  OptionalField<'query', QueryOf<Routes[K]>> &
  Field<'body', BodyOf<Routes[K]>>;
export type CallResponse<K extends RouteKey> = ResponseOf<Routes[K]>;
