import { type RenderResult, render } from '@testing-library/react';
import type { ReactElement } from 'react';
import type { Host } from '../contract/host.ts';
import { federated } from '../react/federated.ts';
import { createTestHost, type TestHost, type TestHostOptions } from './testHost.ts';

/**
 * Renders components of a remote with a Host: `useHost()`, `useTranslate()` and `useData()` work.
 * @param options of createTestHost, or an existing Host
 * @param setUp of the remote: registers its texts and action types
 */
export function renderInHost(
  element: ReactElement,
  options: TestHostOptions | TestHost = {},
  setUp?: (host: Host) => void,
): RenderResult & { host: TestHost } {
  const host = 'test' in options ? options : createTestHost(options);
  let current = element;
  const Inside = federated({ namespace: 'test', component: () => current, ...(setUp ? { setUp } : {}) });
  const place = <Inside host={host} params={{}} />;
  const result = render(place);
  return {
    ...result,
    host,
    rerender(next) {
      current = next as ReactElement;
      result.rerender(<Inside host={host} params={{}} />);
    },
  };
}
