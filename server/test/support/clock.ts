/** A clock that a test moves. */
export interface Clock {
  now(): Date;
  set(moment: string): void;
  /** Minutes ahead. */
  pass(minutes: number): void;
}

export function clockAt(moment: string): Clock {
  let time = Date.parse(moment);
  return {
    now: () => new Date(time),
    set(next) {
      time = Date.parse(next);
    },
    pass(minutes) {
      time += minutes * 60_000;
    },
  };
}
