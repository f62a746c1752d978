// Timeouts are for tests that hang: on a busy machine, others take seconds as well.
jest.setTimeout(120_000);
