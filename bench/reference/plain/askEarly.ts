/** In the place of the early question for the registry in the plain build, which has none. */
export function askEarly(): void {}
