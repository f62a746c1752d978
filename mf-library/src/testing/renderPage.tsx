import type { FederatedComponent } from '@lectern/shared-contracts/contract/host.ts';
import type { TestRoutes } from '@lectern/shared-contracts/testing/testApi.ts';
import {
  createTestHost,
  type TestHost,
  type TestHostOptions,
} from '@lectern/shared-contracts/testing/testHost.ts';
import { act, type RenderResult, render } from '@testing-library/react';
import locale from '../locales/en.json';
import { installLayout } from './layout.ts';

/** Routes of an empty server, as defaults. */
const emptyServer: TestRoutes = {
  'GET /books': () => ({ items: [], total: 0 }),
  'GET /notes': () => ({ items: [] }),
  'GET /highlights': () => ({ items: [] }),
  'GET /marks/imports': () => ({ items: [] }),
  'GET /folders': () => ({ items: [] }),
  'GET /readings': () => ({ items: [] }),
  'GET /collections': () => ({ items: [] }),
  'GET /reading/sessions': () => ({ items: [], total: 0 }),
  'GET /reading/days': () => ({ days: [] }),
  'POST /notes/seen': () => null,
};

/** Renders a page of this remote with an in-memory Host and waits for its reads. */
export async function renderPage(
  Page: FederatedComponent,
  options: TestHostOptions & { width?: number } = {},
): Promise<RenderResult & { host: TestHost }> {
  installLayout(options.width);
  const host = createTestHost({ locale, ...options, routes: { ...emptyServer, ...options.routes } });
  const result = render(<Page host={host} params={{}} />);
  await act(async () => {});
  return { host, ...result };
}
