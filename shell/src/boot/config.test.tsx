import { parseConfig } from '@lectern/client/common/config.ts';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { RootCrash } from '../boundaries/RootCrash.tsx';
import { ConfigurationError } from './ConfigurationError.tsx';

const page = 'https://books.example/library';

describe('parsing the server address', () => {
  it.each([
    ['/v1', '/v1'],
    ['/v1/', '/v1'],
    ['/', ''],
    [' https://api.books.example/v1/ ', 'https://api.books.example/v1'],
    ['http://127.0.0.1:8080/v1', 'http://127.0.0.1:8080/v1'],
  ])('%j is parsed as %j', (content, root) => {
    expect(parseConfig(content, page)).toEqual({ ok: true, config: { root } });
  });

  it.each([
    null,
    '',
    '   ',
    'v1',
    '//evil.example/v1',
    'ftp://books.example',
    'javascript:alert(1)',
    'https://',
    'https://user:password@books.example/v1',
    '/v1?x=1',
    '/v1#x',
  ])('[CF-01] %j is a configuration error', (content) => {
    expect(parseConfig(content, page)).toMatchObject({ ok: false, problem: expect.any(String) });
  });

  it('[CF-01] the error is shown on screen', () => {
    const read = parseConfig('not a url', page);
    render(<ConfigurationError problem={read.ok ? '' : read.problem} />);
    expect(screen.getByRole('heading', { name: 'Configuration error' })).toBeInTheDocument();
    expect(screen.getByText('The address of the server is not valid: not a url')).toBeInTheDocument();
  });
});

describe('when the shell crashes', () => {
  it('[LY-09] shows the crash screen with Refresh Page', async () => {
    const onRefresh = jest.fn();
    render(<RootCrash onRefresh={onRefresh} />);
    expect(
      screen.getByText('Oops! Something went wrong. Please try refreshing the page'),
    ).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Refresh Page' }));
    expect(onRefresh).toHaveBeenCalledTimes(1);
  });
});
