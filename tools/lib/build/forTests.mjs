/** Imported first by commands that test: they build into a folder of their own, since `dist` may be served. */
process.env.LECTERN_DIST ??= '.cache/tests';
