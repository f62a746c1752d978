/** A clock controlled by a test. */
export interface Clock {
  now(): Date;
  set(moment: string): void;
  /** Advances by minutes. */
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
