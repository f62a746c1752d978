import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SignJWT } from 'jose';
import {
  issueAccessToken,
  userOfToken,
  verifyAccessToken,
} from '../src/people/auth/credentials/accessTokens.ts';
import { argon2id, hashPassword, passwordMatches } from '../src/people/auth/credentials/passwords.ts';
import { createSignedUrls, type SignedUrlPurpose } from '../src/people/auth/credentials/signedUrls.ts';
import { challengeIn } from '../src/people/auth/factors/passkeys.ts';
import {
  newRecoveryCodes,
  openSecret,
  plainRecoveryCode,
  sealSecret,
} from '../src/people/auth/factors/secondFactor.ts';
import { canonicalEmail, knownTimeZone } from '../src/people/auth/users.ts';
import fc from './support/fastCheck.ts';

const secret = 'a secret of the server';
const userId = '0b8f9d2e-6c1a-4f6e-9f1c-2a3b4c5d6e7f';
const sessionId = '5f1d9d2e-0c1a-4f6e-8f1c-2a3b4c5d6e70';
const issuedAt = 1_800_014_400;
const at = (seconds: number) => new Date((issuedAt + seconds) * 1_000);

describe('[AA-01] an access token', () => {
  const claims = { userId, sessionId, issuedAt };
  const ours = {
    iss: 'lectern',
    aud: 'lectern-api',
    sub: userId,
    sid: sessionId,
    iat: issuedAt,
    nbf: issuedAt,
    exp: issuedAt + 900,
  };
  const signed = (change: object, header: object = {}, key = secret) =>
    new SignJWT({ ...ours, ...change })
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', ...header })
      .sign(Buffer.from(`access\n${key}`));

  test('is valid for 15 minutes, and one minute before for a clock that is behind', async () => {
    const token = await issueAccessToken(secret, claims);
    for (const [seconds, valid] of [
      [-61, false],
      [-60, true],
      [0, true],
      [899, true],
      [900, false],
      [10_000, false],
    ] as const)
      assert.deepEqual(
        await verifyAccessToken(secret, token, at(seconds)),
        valid ? claims : null,
        `${seconds} s`,
      );
  });

  test('is ours only, and complete', async () => {
    assert.ok(await verifyAccessToken(secret, await signed({}), at(1)));
    const foreign = [
      await signed({}, {}, 'another secret'),
      await signed({}, { typ: 'JWT' }),
      await signed({}, { alg: 'HS512' }),
      ...(await Promise.all(
        ['iss', 'aud', 'sub', 'sid', 'iat', 'nbf', 'exp'].map((name) => signed({ [name]: undefined })),
      )),
      ...(await Promise.all(['iss', 'aud'].map((name) => signed({ [name]: 'x' })))),
      await signed({ sid: 7 }),
      'x',
      '',
    ];
    for (const token of foreign) assert.equal(await verifyAccessToken(secret, token, at(1)), null, token);
  });

  test('tells whose it was, long after it expired, when it is ours', async () => {
    const old = { iat: 1_000, nbf: 1_000, exp: 1_900 };
    assert.equal(await userOfToken(secret, await signed(old)), userId);
    assert.equal(await userOfToken(secret, await signed({ ...old, sub: undefined })), null);
    for (const token of [
      await signed(old, {}, 'x'),
      await signed({ ...old, aud: 'x' }),
      await signed({ ...old, iss: 'x' }),
      await signed(old, { typ: 'JWT' }),
      'x',
    ])
      assert.equal(await userOfToken(secret, token), null);
  });

  test('is checked against the clock each time it comes', async () => {
    let now = at(0);
    const verify = (token: string) => verifyAccessToken(secret, token, now);
    const token = await issueAccessToken(secret, claims);
    for (const [seconds, valid] of [
      [0, true],
      [899.9, true],
      [900, false],
      [-60, true],
      [-60.1, false],
    ] as const) {
      now = at(seconds);
      assert.equal((await verify(token))?.userId, valid ? userId : undefined, `${seconds} s`);
    }
    now = at(0);
    assert.equal(await verify(`${token}x`), null);
  });
});

describe('a signed URL', () => {
  const purposes: [SignedUrlPurpose, number][] = [
    ['content', 21_600],
    ['cover', 21_600],
    ['dictionary', 21_600],
    ['export', 300],
  ];
  for (const [purpose, period] of purposes)
    test(`for ${purpose} is the same for ${period} s, and valid for that time at least and twice at most`, () => {
      // 1,800,014,400 s begin a period of each length.
      let now = at(0);
      const urls = createSignedUrls(secret, () => now);
      const signature = urls.issue(purpose, 'b1', sessionId);
      assert.deepEqual(urls.endOf(purpose), at(2 * period));
      for (const [seconds, same, valid] of [
        [period - 1, true, true],
        [period, false, true],
        [2 * period - 1, false, true],
        [2 * period, false, false],
        [-1, false, false],
      ] as const) {
        now = at(seconds);
        assert.equal(urls.issue(purpose, 'b1', sessionId) === signature, same, `${seconds} s`);
        assert.equal(urls.verify(purpose, 'b1', signature), valid ? sessionId : null, `${seconds} s`);
      }
    });

  test('is for one purpose, subject, session and server', () => {
    const urls = createSignedUrls(secret, () => at(0));
    const signature = urls.issue('content', 'b1', sessionId);
    assert.equal(urls.verify('content', 'b2', signature), null);
    assert.equal(urls.verify('cover', 'b1', signature), null);
    assert.equal(createSignedUrls('another', () => at(0)).verify('content', 'b1', signature), null);
    assert.notEqual(urls.issue('cover', 'b1', sessionId), signature);
    assert.notEqual(urls.issue('content', 'b2', sessionId), signature);
    assert.notEqual(urls.issue('content', 'b1', userId), signature);
    assert.match(signature, /^[0-9a-z]+-[\w-]{46}$/);
  });

  test('is refused with any character changed, added or missing', () => {
    const urls = createSignedUrls(secret, () => at(0));
    const signature = urls.issue('content', 'b1', sessionId);
    for (let i = 0; i < signature.length; i++) {
      const other = signature[i] === 'a' ? 'b' : 'a';
      assert.equal(
        urls.verify('content', 'b1', signature.slice(0, i) + other + signature.slice(i + 1)),
        null,
        `${i}`,
      );
    }
    for (const wrong of [
      '',
      'x',
      `${signature}x`,
      signature.slice(1),
      signature.slice(0, -1),
      ` ${signature}`,
      `${signature}\n`,
      `0${signature}`,
    ])
      assert.equal(urls.verify('content', 'b1', wrong), null, wrong);
  });

  test('names any session', () => {
    const urls = createSignedUrls(secret, () => at(0));
    fc.assert(
      fc.property(fc.uuid(), (id) =>
        assert.equal(urls.verify('cover', 'b', urls.issue('cover', 'b', id)), id),
      ),
    );
  });
});

describe('a password', () => {
  /** Records what is hashed. */
  const port = () => {
    const seen: string[][] = [];
    return {
      seen,
      hash: async (password: string) => {
        seen.push([password]);
        return 'hashed';
      },
      verify: async (hashed: string, password: string) => {
        seen.push([hashed, password]);
        return true;
      },
    };
  };

  test('[S-06] is the same however its letters are composed', async () => {
    const hasher = port();
    await hashPassword(hasher, 'cafe\u0301');
    await passwordMatches(hasher, 'stored', 'cafe\u0301');
    assert.deepEqual(hasher.seen, [['café'], ['stored', 'café']]);
  });

  test('is checked with the same work where there is no account or no password, and never right', async () => {
    for (const stored of [null, '']) {
      const hasher = port();
      assert.equal(await passwordMatches(hasher, stored, 'x'), false);
      assert.match(hasher.seen[0]?.[0] ?? '', /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
      assert.equal(await argon2id.verify(hasher.seen[0]?.[0] ?? '', 'x'), false);
    }
  });

  test('is hashed with the parameters of OWASP', async () => {
    const hashed = await hashPassword(argon2id, 'some words');
    assert.match(hashed, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    assert.equal(await passwordMatches(argon2id, hashed, 'some words'), true);
    assert.equal(await passwordMatches(argon2id, hashed, 'other words'), false);
  });
});

describe('the secret of an authenticator', () => {
  const plain = Buffer.from('twenty bytes of it!!');

  test('is opened for its user on its server only', () => {
    const sealed = sealSecret(secret, userId, plain);
    assert.deepEqual(openSecret(secret, userId, sealed), plain);
    assert.equal(openSecret('another', userId, sealed), null);
    assert.equal(openSecret(secret, sessionId, sealed), null);
    assert.notEqual(sealSecret(secret, userId, plain), sealed);
  });

  test('is not opened when a byte of it has changed, or it is cut', () => {
    const sealed = Buffer.from(sealSecret(secret, userId, plain), 'base64url');
    for (let i = 0; i < sealed.length; i++) {
      const changed = Buffer.from(sealed);
      changed[i] = (changed[i] as number) ^ 1;
      assert.equal(openSecret(secret, userId, changed.toString('base64url')), null);
    }
    for (let length = 0; length < sealed.length; length++)
      assert.equal(openSecret(secret, userId, sealed.subarray(0, length).toString('base64url')), null);
    assert.equal(openSecret(secret, userId, sealSecret(secret, userId, Buffer.alloc(0))), null);
  });
});

describe('recovery codes', () => {
  test('are ten, all different, without letters and digits that look alike', () => {
    const codes = newRecoveryCodes();
    assert.equal(new Set(codes).size, 10);
    for (const code of codes) {
      assert.match(code, /^[a-hjkmnp-z2-9]{4}-[a-hjkmnp-z2-9]{4}-[a-hjkmnp-z2-9]{4}$/);
      assert.equal(plainRecoveryCode(code), code.replaceAll('-', ''));
    }
  });

  for (const [typed, plain] of [
    [' ABCD-efgh jk\tmn ', 'abcdefghjkmn'],
    ['abcdefghjkm', null],
    ['abcdefghjkmnp', null],
    ['abcdefghjkml', null],
    ['abcdefghjkm0', null],
    ['123456', null],
    ['', null],
  ] as const)
    test(`${JSON.stringify(typed)} is ${plain ?? 'none'}`, () =>
      assert.equal(plainRecoveryCode(typed), plain));
});

describe('the challenge that an authenticator signed', () => {
  const encoded = (text: string) => Buffer.from(text).toString('base64url');
  for (const [text, challenge] of [
    ['{"challenge":"abc"}', 'abc'],
    ['{"challenge":7}', '7'],
    ['{"other":"abc"}', ''],
    ['null', ''],
    ['"challenge"', ''],
    ['no JSON', ''],
    ['', ''],
  ] as const)
    test(`in ${text || 'nothing'} is "${challenge}"`, () =>
      assert.equal(challengeIn(encoded(text)), challenge));
});

describe('the form of', () => {
  test('an address', () =>
    assert.equal(canonicalEmail('ADA.Lovelace@Exa\u0308mple.org'), 'ada.lovelace@exämple.org'));
  for (const [name, zone] of [
    ['Europe/Berlin', 'Europe/Berlin'],
    ['europe/berlin', 'Europe/Berlin'],
    ['Mars/Olympus', 'UTC'],
    ['', 'UTC'],
    [undefined, 'UTC'],
  ] as const)
    test(`the time zone ${name}`, () => assert.equal(knownTimeZone(name), zone));
});
