import { ApiError, asHostError } from '@lectern/client/common/hostError.ts';
import { withTimeout } from '@lectern/client/common/withTimeout.ts';
import { fits, type Schema } from '@lectern/client/registry/fits.ts';
import type { I18n } from '@lectern/client/services/i18n/i18n.ts';
import type { Host, PointFunction } from '@lectern/shared-contracts/contract/host.ts';
import { isHostError } from '@lectern/shared-contracts/contract/hostError.ts';
import type { PointFill, PointName } from '@lectern/shared-contracts/contract/points.ts';
import { createWritable, type Readable } from '@lectern/shared-contracts/contract/readable.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { untilTexts } from '../../boundaries/untilTexts.ts';
import { hostFor } from '../../host/createHost.ts';
import { iconOf } from '../../layout/navigation/icons.ts';
import { fitsFormat, holds } from '../../routes/conditions.ts';
import type { Circumstances, PlacedFill, RouteTable } from '../../routes/routeTypes.ts';
import type { Loader } from '../federation/loader.ts';
import type { LoadFailure } from '../federation/remoteModules.ts';
import { Fill } from './Fill.tsx';

/** Milliseconds in which a function of a part must answer. */
const runTimeoutMs = 60_000;

const failureTexts = {
  notLoaded: text('{{name}} could not be loaded. Please try again.'),
  failed: text('{{name}} did not work. Please try again.'),
};

export interface PointsOptions {
  table: Readable<RouteTable>;
  circumstances: Readable<Circumstances>;
  loader: Loader;
  i18n: I18n;
  /** The Host of which each remote gets its own. */
  host(): Host;
}

/** The points of the shell and of the remotes with the parts that fill them. */
export function createPoints(options: PointsOptions): Host['point'] {
  const { table, circumstances, loader, i18n } = options;
  const points = new Map<string, Readable<readonly PointFill[]>>();
  const reported = new Set<string>();
  const reportOnce = (part: { remote: string; expose: string }, code: string) => {
    const id = `${part.remote}/${part.expose} ${code}`;
    if (!reported.has(id)) loader.reportRejected(part, code);
    reported.add(id);
  };

  /** Whether a fill was made for the point that is offered. The shell's points have one version. */
  const isMadeFor = (fill: PlacedFill) => {
    const [owner = '', name = ''] = fill.point.split('/');
    if (owner === 'shell') return true;
    const offered = table.get().points.get(fill.point);
    if (offered?.version === (fill.version ?? 1)) return true;
    // Of a remote that is not deployed here nobody expects anything.
    if (offered) reportOnce(fill, `point_version ${name}`);
    return false;
  };

  /** A wrong input, or a schema that cannot be read, is the fault of who offers the point: no fill gets it. */
  const accepts = (fill: PlacedFill, input: unknown) => {
    const schema = table.get().points.get(fill.point)?.input as Schema | undefined;
    try {
      if (schema === undefined || fits(schema, input)) return true;
    } catch {}
    const [remote = '', name = ''] = fill.point.split('/');
    reportOnce({ remote, expose: name }, 'point_input');
    return false;
  };

  const toFill = (fill: PlacedFill): PointFill => {
    const Icon = iconOf(fill.icon ?? '');
    const isFor = (input: unknown) => fitsFormat(fill.when, input) && accepts(fill, input);
    return {
      id: `${fill.remote}/${fill.expose}`,
      remote: fill.remote,
      label: i18n.translate('shell')(fill.name),
      shortLabel: i18n.translate('shell')(fill.shortName ?? fill.name),
      icon: <Icon aria-hidden />,
      formats: fill.when?.format ?? [],
      isFor,
      render: (input: unknown) => (isFor(input) ? <Fill fill={fill} input={input} /> : null),
      run: (input: unknown) => runFill(fill, input, options),
    } as unknown as PointFill;
  };

  function watch(name: string): Readable<readonly PointFill[]> {
    const now = () =>
      table
        .get()
        .fills.filter(
          (fill) => fill.point === name && isMadeFor(fill) && holds(fill.when, circumstances.get()),
        );
    let placed = now();
    const fills = createWritable<readonly PointFill[]>(placed.map(toFill));
    const update = () => {
      placed = now();
      fills.set(placed.map(toFill));
    };
    const updateIfChanged = () => {
      const next = now();
      if (next.length !== placed.length || next.some((fill, at) => fill !== placed[at])) update();
    };
    table.subscribe(updateIfChanged);
    circumstances.subscribe(updateIfChanged);
    i18n.texts.subscribe(update);
    return fills;
  }

  return ((name: PointName) => {
    const known = points.get(name) ?? watch(name);
    points.set(name, known);
    return known;
  }) as Host['point'];
}

async function runFill(
  fill: PlacedFill,
  input: unknown,
  { loader, i18n, host }: PointsOptions,
): Promise<unknown> {
  const name = i18n.translate('shell')(fill.name);
  const failure = (of: keyof typeof failureTexts) =>
    new ApiError(i18n.translate('shell')(failureTexts[of], { name }), 0, 'part');
  const loaded: { ok: true; module: unknown } | LoadFailure = await loader.loadModule(fill);
  if (!loaded.ok) throw failure('notLoaded');
  const { default: run } = loaded.module as {
    default?: PointFunction<PointName> & { prepare?(host: Host): void };
  };
  try {
    if (typeof run !== 'function') throw new TypeError(`${fill.expose} exports no function.`);
    const ownHost = hostFor(host(), fill.remote);
    await untilTexts(run, ownHost, i18n);
    const answer: Promise<unknown> = Promise.resolve(run(input as never, ownHost));
    return await withTimeout(answer, runTimeoutMs, () => {
      throw new Error('No answer in time.');
    });
  } catch (thrown) {
    // What the part says about a failed call is for the reader; anything else is a fault of the part.
    if (isHostError(thrown)) throw asHostError(thrown);
    loader.crashed(fill, thrown);
    throw failure('failed');
  }
}
