import { testUser } from '@lectern/shared-contracts/testing/testHost.ts';

/** An unsigned access token with the fields that a browser reads. @param until milliseconds since 1970 */
export function tokenFor(until: number, name = 'token', sub: string = testUser.id): string {
  const claims = btoa(JSON.stringify({ exp: Math.floor(until / 1_000), name, sub })).replaceAll('=', '');
  return `header.${claims}.signature`;
}
