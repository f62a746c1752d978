/**
 * Binary search: the first of 0..count-1 for which `holds` is true, which it is for all after it; `count` when it is
 * true for none.
 */
export function firstIndexWhere(count: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
