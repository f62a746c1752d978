/** Parsing and validation of ISBNs. */

function validIsbn10(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < 10; i++) sum += (10 - i) * (digits[i] === 'X' ? 10 : Number(digits[i]));
  return sum % 11 === 0;
}

function checkDigit13(twelve: string): number {
  let sum = 0;
  for (let i = 0; i < 12; i++) sum += Number(twelve[i]) * (i % 2 === 0 ? 1 : 3);
  return (10 - (sum % 10)) % 10;
}

export interface Isbn {
  isbn10: string | null;
  isbn13: string;
}

/** Finds an ISBN in a text such as `urn:isbn:978-1-57387-829-6`; null when there is none with a valid check digit. */
export function parseIsbn(text: string): Isbn | null {
  for (const match of text
    .slice(0, 10_000)
    .matchAll(/(?<![\dA-Za-z])(?:97[89][-\s]?)?(?:\d[-\s]?){9}[\dXx](?![\dA-Za-z])/g)) {
    const digits = match[0].replace(/[-\s]/g, '').toUpperCase();
    if (digits.length === 10 && validIsbn10(digits)) {
      const twelve = `978${digits.slice(0, 9)}`;
      return { isbn10: digits, isbn13: `${twelve}${checkDigit13(twelve)}` };
    }
    if (
      digits.length === 13 &&
      /^97[89]\d{10}$/.test(digits) &&
      checkDigit13(digits) === Number(digits[12])
    ) {
      return { isbn10: digits.startsWith('978') ? isbn10Of(digits) : null, isbn13: digits };
    }
  }
  return null;
}

function isbn10Of(isbn13: string): string {
  const nine = isbn13.slice(3, 12);
  const check = [...'0123456789X'].find((digit) => validIsbn10(nine + digit));
  return `${nine}${check}`;
}
