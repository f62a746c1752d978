import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { CallRequest, CallResponse, ReadKey } from '../api/routes.ts';
import type { Host, Loadable, Translate, WatchOptions } from '../contract/host.ts';
import type { PartRow, RowQuery } from '../contract/hostCollection.ts';
import type { PointFill, PointInput, PointName } from '../contract/points.ts';
import type { Readable } from '../contract/readable.ts';
import { useRemoteContext } from './remoteContext.ts';

/** The Host, inside anything made by `federated`. */
export function useHost(): Host {
  return useRemoteContext().host;
}

/** The remote's texts, in the reader's language; renders anew when the language changes. */
export function useTranslate(): Translate {
  const { host, namespace } = useRemoteContext();
  const language = useReadable(host.i18n.language);
  const texts = useReadable(host.i18n.textsOf(namespace));
  // Neither language nor texts is an argument: both change what the function says.
  return useMemo(() => host.i18n.translate(namespace), [host, namespace, language, texts]);
}

/** A cached read as React state; see HostData.watch. */
export function useData<K extends ReadKey>(
  key: K,
  request: CallRequest<K>,
  options?: WatchOptions,
): Loadable<CallResponse<K>> {
  const { data } = useHost();
  return useReadable(data.watch(key, request, options));
}

/**
 * Rows of this remote as React state; see HostData.collection, which also writes them.
 * @param name as declared under `data` in remote.json
 */
export function useCollection<Row extends PartRow>(name: string, query?: RowQuery): Loadable<readonly Row[]> {
  const { data } = useHost();
  return useReadable(data.collection<Row>(name).watch(query));
}

/**
 * Whether a feature flag is on for this reader: `mf-lending/new-shelf`, declared in the remote.json of mf-lending.
 * False while that is not known. Administrators set it without a deploy.
 */
export function useFlag(flag: string): boolean {
  const flags = useData('GET /flags', {});
  return flags.status === 'ready' && flags.value.on.includes(flag);
}

const noFills: readonly never[] = [];

/** What fills a point that this remote offers, for this input: in order, as far as the conditions hold. */
export function usePoint<P extends PointName>(name: P, input: PointInput<P>): readonly PointFill<P>[] {
  const fills = useReadable(useHost().point(name));
  return fills.length === 0 ? noFills : fills.filter((fill) => fill.isFor(input));
}

export function useSetTitle(title: string): void {
  const { navigation } = useHost();
  useEffect(() => {
    navigation.setTitle(title);
  }, [navigation, title]);
}

/** The value as React state. */
export function useReadable<T>(readable: Readable<T>): T {
  return useSelected(readable, itself);
}

const itself = <T>(value: T) => value;

/**
 * A selected part of the value as React state: renders only when that part changes.
 * @param select must return a stable value: a primitive, or an object that is part of the value
 */
export function useSelected<T, S>(readable: Readable<T>, select: (value: T) => S): S {
  // Memoized: with a new function React would subscribe again at every render.
  const subscribe = useMemo(() => (listener: () => void) => readable.subscribe(listener), [readable]);
  const get = () => select(readable.get());
  return useSyncExternalStore(subscribe, get, get);
}
