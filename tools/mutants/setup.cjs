// A fault that leaves a promise pending is known by it; no test of these parts takes a second.
jest.setTimeout(3_000);
