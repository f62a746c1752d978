import { apiHeader, apiVersion } from '@lectern/shared-contracts/api/apiHeaders.ts';

/** For an answer that a test gives in the server's place: without it, it would be a stranger's. */
export const fromServer = { [apiHeader]: apiVersion } as const;
