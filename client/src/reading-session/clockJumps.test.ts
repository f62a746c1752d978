/** @jest-environment node */
import { clockJumps } from './clockJumps.ts';

it('[Y-05] a clock that was turned back or set ahead is reported once, with the difference', () => {
  const clock = { wall: 1_000_000, monotonic: 500 };
  const jumped = clockJumps(
    () => clock.wall,
    () => clock.monotonic,
  );
  const pass = (wall: number, monotonic: number) => {
    clock.wall += wall;
    clock.monotonic += monotonic;
    return jumped();
  };
  expect(pass(15_000, 15_000)).toBe(0);
  expect(pass(15_500, 15_000)).toBe(0);
  expect(pass(15_000 - 3_600_000, 15_000)).toBe(-3_599_500);
  expect(pass(15_000, 15_000)).toBe(0);
  expect(pass(3_615_000, 15_000)).toBe(3_600_000);
});
