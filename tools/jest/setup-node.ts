// Limits are for tests that hang: on a busy machine others take seconds, too.
jest.setTimeout(120_000);
