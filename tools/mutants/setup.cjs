// A fault that leaves a promise pending is known by it; the slowest tests of these parts take seconds on a busy machine.
jest.setTimeout(10_000);
