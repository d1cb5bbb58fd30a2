/** Milliseconds of a clock that doesn't go back. Node loads nothing for it, as it does for `performance`. */
export function now(): number {
  return process.uptime() * 1000;
}
