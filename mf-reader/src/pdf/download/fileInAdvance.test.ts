import { askForFile, takeFile } from './fileInAdvance.ts';

const answer = (headers: Record<string, string>) =>
  ({ ok: true, headers: new Headers({ 'lectern-api': '1', ...headers }), body: null }) as Response;

function serve(headers: Record<string, string>): jest.Mock {
  const send = jest.fn(async () => answer(headers));
  Object.assign(globalThis, { fetch: send });
  return send;
}

test('a file of usual size is requested once and can be taken once', async () => {
  const send = serve({ 'content-length': '4000' });
  askForFile('/file/1');
  askForFile('/file/1');
  expect(await takeFile('/file/1')).not.toBeNull();
  expect(await takeFile('/file/1')).toBeNull();
  expect(send).toHaveBeenCalledTimes(1);
});

test('the response of another file is not returned', async () => {
  serve({ 'content-length': '4000' });
  askForFile('/file/1');
  expect(await takeFile('/file/2')).toBeNull();
});

test.each<Record<string, string>>([{}, { 'content-length': '400', 'content-encoding': 'gzip' }])(
  'a response without the length of the file is not used: %j',
  async (headers) => {
    serve(headers);
    askForFile('/file/1');
    expect(await takeFile('/file/1')).toBeNull();
  },
);
