export const shellDist: string;
