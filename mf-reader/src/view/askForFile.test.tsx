import { screen } from '@testing-library/react';
import { openReader } from './testing/openReader.tsx';
import { createTestEngine } from './testing/testEngine.ts';

test('the file of a PDF is asked for once its address is known, while its place and details are on their way', async () => {
  const engine = createTestEngine();
  const pdf = jest.fn(engine.engines.pdf);
  const onTheWay = () => new Promise<never>(() => {});
  await openReader({
    engine: { ...engine, engines: { ...engine.engines, pdf } },
    manifest: { format: 'pdf', content_url: '/v1/file/1', whole_url: '/v1/file/1' },
    routes: { 'GET /books/:id': onTheWay, 'GET /books/:id/progress': onTheWay },
  });
  expect(pdf).toHaveBeenCalledWith(expect.objectContaining({ whole_url: '/v1/file/1' }));
  expect(screen.queryByRole('slider', { name: 'Place in the book' })).toBeNull();
});
