/** It is part of a path, as keys of jobs are. */
const CALENDAR_KEY = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/;

/** Whether a text can be the key of a calendar: 1 to 64 letters, digits, `_`, `.` or `-`. */
export function isCalendarKey(key: string): boolean {
  return CALENDAR_KEY.test(key);
}
