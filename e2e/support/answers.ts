import { apiHeader, apiVersion } from '@lectern/shared-contracts/api/apiHeaders.ts';

/** For mocked server responses: without this header the app treats them as coming from another server. */
export const fromServer = { [apiHeader]: apiVersion } as const;
