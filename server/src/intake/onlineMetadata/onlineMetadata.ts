import type { OnlineAnswer, OnlineBook, OnlineSource } from '@lectern/shared-contracts/api/onlineMetadata.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { LRUCache } from 'lru-cache';
import type { RateLimits } from '../../http/rateLimits/rateLimit.ts';
import { AppError } from '../../run/common/errors.ts';
import { guardedFetch } from '../../run/common/guardedFetch.ts';
import type { MetadataSettings } from '../../run/config/serviceSettings.ts';
import { googleBooks } from './googleBooks.ts';
import { openLibrary } from './openLibrary.ts';
import { type AskJson, type MetadataSource, type OnlineQuery, UnreadableAnswer } from './source.ts';
import { wikidata } from './wikidata.ts';

const all: readonly MetadataSource[] = [openLibrary, googleBooks, wikidata];

const dayMs = 86_400_000;
/** Bytes of all remembered answers. */
const cacheBytes = 8_000_000;
const pictureBytes = 5 * 1024 ** 2;
/** Milliseconds for all requests to a service about one book. */
const wholeLimit = 20_000;
const oneASecond = { tries: 1, seconds: 1 };
const turnMs = 250;
const maxRedirects = 3;
/** Seconds, where a service asks to wait without saying how long, and the longest that is respected. */
const rest = { usual: 60, longest: 3_600 };

/** A service has asked to wait, or too many readers ask it. */
class AskedToWait extends Error {
  constructor() {
    super('The service has asked to wait.');
    this.name = 'AskedToWait';
  }
}

interface Needs {
  limits: Pick<RateLimits, 'hit'>;
  now(): Date;
  pause(milliseconds: number): Promise<void>;
}

export type OnlineMetadata = ReturnType<typeof createOnlineMetadata>;

/**
 * Asks services of the net about books: those that the operator allows, at their own hosts only, by https, each once a
 * second. Answers are remembered for a day.
 */
export function createOnlineMetadata(
  { sources: allowed, contact, standIn, timeLimit }: MetadataSettings,
  version: string,
  { limits, now, pause }: Needs,
) {
  const sources = all.filter(({ name }) => allowed.includes(name));
  const trusted = standIn === null ? {} : { trustedOrigin: new URL(standIn).origin };
  const guard = { ...trusted, timeLimit, answersRedirects: true };
  const request = guardedFetch(guard);
  const requestPicture = guardedFetch({ ...guard, maxBytes: pictureBytes });
  const headers = { 'user-agent': `Lectern/${version} (${contact})` };
  const answers = new LRUCache<string, OnlineBook[]>({
    maxSize: cacheBytes,
    ttl: dayMs,
    sizeCalculation: (books) => JSON.stringify(books).length + 1,
  });
  /** Until when a service is not asked, in milliseconds since 1970. */
  const restUntil = new Map<OnlineSource, number>();

  /** Waits until this service may be asked again. */
  async function takeTurn(source: OnlineSource, signal: AbortSignal): Promise<void> {
    while (true) {
      signal.throwIfAborted();
      if ((restUntil.get(source) ?? 0) > now().getTime()) throw new AskedToWait();
      try {
        return await limits.hit('online-metadata', source, oneASecond);
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'too_many_requests') throw error;
      }
      await pause(turnMs);
    }
  }

  /** What a service answers to one request. Rejects with AskedToWait, and when it cannot be reached. */
  async function ask(
    source: MetadataSource,
    url: URL,
    send: typeof request,
    signal: AbortSignal,
  ): Promise<Response> {
    await takeTurn(source.name, signal);
    const address = standIn === null ? url.href : `${standIn}/${url.host}${url.pathname}${url.search}`;
    const response = await send(address, { headers, signal });
    if (response.status === 429 || response.status === 503) {
      const seconds = Number(response.headers.get('retry-after')) || rest.usual;
      restUntil.set(source.name, now().getTime() + Math.min(seconds, rest.longest) * 1_000);
      throw new AskedToWait();
    }
    return response;
  }

  const asker =
    (source: MetadataSource, signal: AbortSignal): AskJson =>
    async (host, path, query) => {
      const url = new URL(`https://${host}${path}`);
      url.search = String(new URLSearchParams(query));
      const response = await ask(source, url, request, signal);
      if (response.status !== 200) throw new UnreadableAnswer();
      try {
        return await response.json();
      } catch {
        throw new UnreadableAnswer();
      }
    };

  async function findIn(source: MetadataSource, queries: readonly OnlineQuery[]): Promise<OnlineBook[]> {
    const signal = AbortSignal.timeout(wholeLimit);
    for (const query of queries) {
      const key = `${source.name}\n${JSON.stringify(query)}`;
      const known = answers.get(key);
      const books = known ?? (await source.find(query, asker(source, signal)));
      if (known === undefined) answers.set(key, books);
      if (books.length > 0) return books;
    }
    return [];
  }

  return {
    sources: sources.map(({ name }) => name),

    /** @param queries in their order, until one has an answer. A service that fails does not affect the others. */
    find: (queries: readonly OnlineQuery[]): Promise<OnlineAnswer[]> =>
      Promise.all(
        sources.map(async (source) => {
          try {
            return { source: source.name, books: await findIn(source, queries), problem: null };
          } catch (error) {
            return { source: source.name, books: [], problem: problemOf(error) };
          }
        }),
      ),

    /**
     * Fetches a cover of an answer; redirects only lead to the hosts of the service.
     * @throws AppError lookup_failed
     */
    async fetchCover(name: OnlineSource, address: string): Promise<Buffer> {
      const source = sources.find((one) => one.name === name);
      const signal = AbortSignal.timeout(wholeLimit);
      let url = source && coverAddress(source, address);
      for (let hops = 0; source && url && hops <= maxRedirects; hops++) {
        const response = await ask(source, url, requestPicture, signal).catch(() => null);
        if (response?.status === 200) return Buffer.from(await response.arrayBuffer());
        const next = response?.headers.get('location');
        url =
          response && response.status >= 300 && response.status < 400 && next
            ? coverAddress(source, next, url)
            : null;
      }
      throw new AppError('lookup_failed');
    },
  };
}

/** The address of a cover if it is one of the service's hosts; null for any other. */
function coverAddress({ coverHosts }: MetadataSource, address: string, base?: URL): URL | null {
  if (!URL.canParse(address, base)) return null;
  const url = new URL(address, base);
  const isOwn = coverHosts.some((host) =>
    host.startsWith('.') ? url.host.endsWith(host) : url.host === host,
  );
  return url.protocol === 'https:' && isOwn ? url : null;
}

function problemOf(error: unknown): string {
  if (error instanceof AskedToWait) return text('It asks us to wait. Please try again in some minutes.');
  if (error instanceof UnreadableAnswer) return text('Its answer cannot be read.');
  return text('It doesn’t answer, or not as it should. Please try again later.');
}
