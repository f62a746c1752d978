// A fault that leaves a promise pending is known by it; some tests of these parts take seconds.
jest.setTimeout(10_000);
