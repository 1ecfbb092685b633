const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;
/** 1 January 1970 was a Thursday. */
const EPOCH_WEEKDAY = 4;

/**
 * An interval as a cron expression in UTC with the same fires, or `null` where there is none: whole seconds that divide a minute,
 * minutes that divide an hour, hours that divide a day, a day or a week.
 */
export function intervalCron(everyMs: number, anchorMs: number): string | null {
  if (everyMs % 1000 !== 0 || everyMs <= 0) return null;
  const every = everyMs / 1000;
  const phase = ((Math.floor(anchorMs / 1000) % WEEK) + WEEK) % WEEK;
  const second = phase % MINUTE;
  const minute = Math.floor(phase / MINUTE) % 60;
  const hour = Math.floor(phase / HOUR) % 24;
  if (MINUTE % every === 0) return `${steps(second, every, MINUTE)} * * * * *`;
  if (every % MINUTE === 0 && HOUR % every === 0)
    return `${second} ${steps(minute, every / MINUTE, 60)} * * * *`;
  if (every % HOUR === 0 && DAY % every === 0)
    return `${second} ${minute} ${steps(hour, every / HOUR, 24)} * * *`;
  if (every === WEEK)
    return `${second} ${minute} ${hour} * * ${(Math.floor(phase / DAY) + EPOCH_WEEKDAY) % 7}`;
  return null;
}

/** One value where only one fits; `*` for every value. */
function steps(phase: number, every: number, size: number): string {
  const first = phase % every;
  if (every === 1) return "*";
  if (every === size) return String(first);
  return first === 0 ? `*/${every}` : `${first}-${size - 1}/${every}`;
}
