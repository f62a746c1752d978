import { renderInHost } from '@lectern/shared-contracts/testing/renderInHost.tsx';
import { testError } from '@lectern/shared-contracts/testing/testApi.ts';
import { createTestHost } from '@lectern/shared-contracts/testing/testHost.ts';
import { screen } from '@testing-library/react';
import { act } from 'react';
import { whalePassage } from '../testing/shelfFixtures.ts';
import { usePassages } from './usePassages.ts';

function SearchResult({ phrase }: { phrase: string }) {
  const { state, passages, where } = usePassages(phrase);
  return <p>{`${state}, ${where}: ${passages.map(({ book_title }) => book_title).join()}`}</p>;
}

test('[M-10] the downloaded books are searched when the server fails, even if there is a network', async () => {
  const host = createTestHost({
    routes: {
      'GET /search': () => {
        throw testError(500, 'Request failed (500)');
      },
    },
  });
  host.offlineBooks.search = async () => [whalePassage];
  renderInHost(<SearchResult phrase="whale" />, host);
  expect(await screen.findByText('done, downloaded: Moby-Dick')).toBeInTheDocument();
});

test('[M-10] a failure that arrives after the query has changed starts no search for the old one', async () => {
  const old = Promise.withResolvers<never>();
  const host = createTestHost({
    routes: {
      'GET /search': ({ query }) => (query?.q === 'whale' ? old.promise : { items: [whalePassage] }),
    },
  });
  const searched: string[] = [];
  host.offlineBooks.search = async (phrase) => {
    searched.push(phrase);
    return [];
  };
  const { rerender } = renderInHost(<SearchResult phrase="whale" />, host);
  rerender(<SearchResult phrase="white" />);
  expect(await screen.findByText('done, all: Moby-Dick')).toBeInTheDocument();
  await act(async () => old.reject(testError(500, 'Request failed (500)')));
  expect(searched).toEqual([]);
  expect(screen.getByText('done, all: Moby-Dick')).toBeInTheDocument();
});
