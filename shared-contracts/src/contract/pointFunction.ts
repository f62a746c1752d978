import { remembered } from '../domain/remembered.ts';
import type { Host, PointFunction } from './host.ts';
import type { PointInput, PointName, PointResult } from './points.ts';

export interface PointFunctionOptions<P extends PointName> {
  /** The point that it fills. */
  point: P;
  /** Registers what the function needs (texts, types of writes), once for each Host, before it is first run. */
  setUp?(host: Host): void;
  run(input: PointInput<P>, host: Host): PointResult<P> | Promise<PointResult<P>>;
}

/** Makes a function into something that a remote can expose for a point that runs functions. */
export function pointFunction<P extends PointName>({
  setUp,
  run,
}: PointFunctionOptions<P>): PointFunction<P> & { prepare(host: Host): void } {
  const prepare = remembered((host: Host): void => setUp?.(host));
  const prepareAndRun: PointFunction<P> = (input, host) => {
    prepare(host);
    return run(input, host);
  };
  return Object.assign(prepareAndRun, { prepare });
}
