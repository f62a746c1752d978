/** @jest-environment node */
import { obstacleOf, obstacles } from './obstacle.ts';

const { signIn, page, blocked, absent, tooLarge, busy, failing } = obstacles;

it.each([
  [200, page],
  [401, signIn],
  [403, blocked],
  [404, absent],
  [407, signIn],
  [410, absent],
  [413, tooLarge],
  [429, busy],
  [500, failing],
  [502, failing],
  [503, failing],
  [511, signIn],
])('[T-02] a foreign answer of %i says what it is', (status, obstacle) => {
  expect(obstacleOf({ status, type: 'basic' })).toBe(obstacle);
});

it('[T-02] a redirect to another origin is a sign-in', () => {
  expect(obstacleOf({ status: 0, type: 'opaqueredirect' })).toBe(signIn);
});
