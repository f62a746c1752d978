/** @returns a port of 127.0.0.1 that nobody listens on, and that no outgoing connection takes */
export function freePort(): Promise<number>;
