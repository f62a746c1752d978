import { newPasswordFault } from './newPassword.ts';

const ada = { name: 'Ada Lovelace', email: 'ada.l@engine.example.org' };
const common = new Set(['password', '12345678', 'iloveyou', 'correcthorse']);
const faultOf = (password: string) => newPasswordFault(password, ada, (text) => common.has(text));

test.each([
  ['seven 7', 'short'],
  ['😀😀😀😀😀😀😀', 'short'],
  ['x'.repeat(129), 'long'],
  ['        ', 'blank'],
  ['password', 'common'],
  ['PassWord', 'common'],
  ['ｐａｓｓｗｏｒｄ', 'common'],
  [' password ', 'common'],
  ['12345678', 'common'],
  ['eeeeeeeeeeee', 'common'],
  ['ada lovelace', 'personal'],
  ['AdaLovelace1815', 'personal'],
  ['ada.l@engine.example.org', 'personal'],
  ['lectern1', 'personal'],
  ['passwordlovelace', 'personal'],
  // The remainder has four characters.
  ['lovelace abcd', 'personal'],
  ['engine a cd', 'personal'],
  ['example abc', 'personal'],
  ['lovelace iloveyou', 'personal'],
] as const)('[S-06] %s is refused: %s', (password, fault) => {
  expect(faultOf(password)).toBe(fault);
});

test.each([
  ['correct horse'],
  ['日本語のパスワード'],
  ['😀😃😄😁😆😅😂🙂'],
  ['ada reads on rainy days'],
  ['x1'.repeat(64)],
  ['lovelace abcde'],
  ['organ music'],
  // The top-level domain is not personal.
  ['org abcd'],
  ['aaaaaaab bbbb'],
])('[S-06] %s is taken: there is no rule about kinds of characters', (password) => {
  expect(faultOf(password)).toBeNull();
});
