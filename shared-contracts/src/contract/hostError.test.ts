import { errorMessage, isHostError } from './hostError.ts';

const hostError = (fields: object) => Object.assign(new Error('Title is too long'), fields);

describe('isHostError', () => {
  it.each<[string, unknown, boolean]>([
    ['an error with status and code', hostError({ status: 422, code: 'invalid' }), true],
    ['one that no answer came for', hostError({ status: 0, code: 'network' }), true],
    ['an error without them', new Error('x'), false],
    ['an error with a status alone', hostError({ status: 422 }), false],
    ['an error whose code is a number, as a DOMException', hostError({ status: 1, code: 22 }), false],
    ['an object that is no error', { status: 422, code: 'invalid', message: 'x' }, false],
    ['nothing', undefined, false],
  ])('of %s', (_, error, expected) => expect(isHostError(error)).toBe(expected));
});

describe('errorMessage', () => {
  it('is the message of an error, and else the thing itself', () => {
    expect([errorMessage(hostError({})), errorMessage('gone')]).toEqual(['Title is too long', 'gone']);
  });
});
