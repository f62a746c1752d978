import { createElement, type ReactNode } from 'react';
import type { Host } from '../contract/host.ts';
import type { PointFill, PointName } from '../contract/points.ts';
import { createWritable, type Readable } from '../contract/readable.ts';

/** A part that fills a point in a test. */
export interface TestFill {
  label: string;
  render?(input: never): ReactNode;
  run?(input: never): unknown;
  isFor?(input: never): boolean;
}

/** Points that are filled by the test. */
export function createTestPoints(
  fills: Readonly<Partial<Record<PointName, readonly TestFill[]>>>,
): Host['point'] {
  const points = new Map<PointName, Readable<readonly PointFill[]>>();
  const fillOf = ({ label, render, run, isFor }: TestFill) =>
    ({
      id: `mf-test/${label}`,
      remote: 'mf-test',
      label,
      shortLabel: label,
      icon: createElement('span'),
      formats: [],
      isFor: isFor ?? (() => true),
      render: render ?? (() => null),
      run: async (input: never) => run?.(input),
    }) as unknown as PointFill;
  return ((name: PointName) => {
    const known = points.get(name) ?? createWritable((fills[name] ?? []).map(fillOf));
    points.set(name, known);
    return known;
  }) as Host['point'];
}
