import type { Host, Loadable } from '@lectern/shared-contracts/contract/host.ts';
import { createWritable, type Readable } from '@lectern/shared-contracts/contract/readable.ts';
import type { Condition } from '@lectern/shared-contracts/contract/remotes.ts';
import type { Circumstances, RouteTable } from '../routes/routeTypes.ts';

/** Whether a page or a fill is shown. `format` is about what a point gives: see `fitsFormat`. */
export function holds(when: Condition | undefined, circumstances: Circumstances): boolean {
  if (when === undefined) return true;
  const { isAdmin, flags, isOnline, language } = circumstances;
  return (
    (when.role === undefined || isAdmin) &&
    (when.flag === undefined || flags?.includes(when.flag) === true) &&
    (when.online === undefined || when.online === isOnline) &&
    (when.language === undefined || when.language.includes(language))
  );
}

/** The circumstances of a visitor. */
export const visitorIn = (language: string): Circumstances => ({
  isAdmin: false,
  flags: [],
  isOnline: true,
  language,
});

/** Whether what a point gives has one of the formats that a fill is for. */
export function fitsFormat(when: Condition | undefined, input: unknown): boolean {
  if (when?.format === undefined) return true;
  const format = typeof input === 'object' && input !== null && 'format' in input ? input.format : undefined;
  return typeof format === 'string' && when.format.includes(format);
}

export interface CircumstancePorts extends Pick<Host, 'network'> {
  user: Host['auth']['user'];
  data: Pick<Host['data'], 'watch'>;
  language: Readable<string>;
  /** Flags are read only when something asks for one. */
  table: Readable<RouteTable>;
}

/** When they cannot be read, none is on. */
function flagsIn(answer: Loadable<{ on: string[] }> | undefined): readonly string[] | null {
  if (answer === undefined || answer.status === 'loading') return null;
  return answer.status === 'ready' ? answer.value.on : [];
}

/** The circumstances of a reader, and their changes. */
export function watchCircumstances(ports: CircumstancePorts): Readable<Circumstances> {
  const { user, data, network, language, table } = ports;
  let flags: ReturnType<typeof watchFlags> | null = null;
  const watchFlags = () => {
    const read = data.watch('GET /flags', {});
    read.subscribe(update);
    return read;
  };
  const needsFlags = () => {
    const { fills, routes } = table.get();
    return [...fills, ...routes].some(({ when }) => when?.flag !== undefined);
  };
  const now = (): Circumstances => {
    if (needsFlags()) flags ??= watchFlags();
    return {
      isAdmin: user.get()?.roles.includes('admin') ?? false,
      flags: flagsIn(flags?.get()),
      isOnline: network.get() === 'online',
      language: language.get(),
    };
  };
  const circumstances = createWritable<Circumstances>({
    ...visitorIn(language.get()),
    flags: null,
  });
  function update() {
    const next = now();
    if (JSON.stringify(next) !== JSON.stringify(circumstances.get())) circumstances.set(next);
  }
  for (const source of [user, network, language, table]) source.subscribe(update);
  update();
  return circumstances;
}
