import { lookOfFont } from './fontLook.ts';

test.each([
  ['BAAAAA+LiberationSerif-Bold', true, false],
  ['JRWFLZ+NimbusRomNo9L-Medi', true, false],
  ['JRWFLZ+NimbusRomNo9L-MediItal', true, true],
  ['JRWFLZ+NimbusRomNo9L-ReguItal', false, true],
  ['JRWFLZ+NimbusRomNo9L-Regu', false, false],
  ['ABCDEF+SFBX1000', true, false],
  ['ABCDEF+SFTI1000', false, true],
  ['ABCDEF+CMBX12', true, false],
  ['ABCDEF+CMMI9', false, true],
  ['ABCDEF+Inter-Medium', false, false],
])('%s', (name, bold, italic) => {
  expect(lookOfFont({ name })).toEqual({ bold, italic });
});

test('properties of a font hold whatever its name is', () => {
  expect(lookOfFont({ name: 'F1', black: true, italic: true })).toEqual({ bold: true, italic: true });
  expect(lookOfFont(null)).toEqual({ bold: false, italic: false });
});
