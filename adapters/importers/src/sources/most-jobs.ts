/** More jobs at once are refused, so that a preview ends within seconds. */
export const MOST_JOBS = 2000;
