/** @jest-environment node */
import { ReaderError, readerErrorForStatus } from './readerError.ts';

test.each([
  [0, 'network', 'no answer'],
  [401, 'expired', '401'],
  [403, 'expired', '403'],
  [410, 'expired', '410'],
  [404, 'not_found', '404'],
  [400, 'corrupt', '400'],
  [499, 'corrupt', '499'],
  [500, 'network', '500'],
  [503, 'network', '503'],
])('an answer with status %d is the error %s, and the log has what was asked for', (status, code, said) => {
  const error = readerErrorForStatus(status, 'one.xhtml');
  expect(error).toBeInstanceOf(ReaderError);
  expect(error).toMatchObject({ code, name: 'ReaderError', message: `one.xhtml: ${said}` });
});
