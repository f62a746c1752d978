/** A copy of a W3C test with a fault, which its judgment must find (e2e/epub-tests/brokenCopies.ts lists them). */
export interface BrokenCopy {
  test: string;
  /** What is wrong in the copy. */
  what: string;
  /** Path in the archive of the changed file. */
  file: string;
  /** Each occurrence of the first text becomes the second. */
  replace?: readonly (readonly [from: string | RegExp, to: string])[];
  /** New content of the whole file. */
  bytes?: () => Buffer;
  /** For a test whose archive is broken: the archive of the copy is not. */
  intact?: true;
  /** The assertion that must fail, by its message. */
  fails: RegExp;
}
