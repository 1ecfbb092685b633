import { Cron } from "croner";
import { pause, preciseNow } from "../embedded/figures.ts";

const SECOND_MS = 1000;

/** Milliseconds that croner's jobs, each due every second, begin late; nothing is recorded. */
export async function fireCroner(jobs: number, seconds: number): Promise<readonly number[]> {
  const late: number[] = [];
  const crons = Array.from(
    { length: jobs },
    () => new Cron("* * * * * *", () => void late.push(preciseNow() % SECOND_MS)),
  );
  await pause(2 * SECOND_MS);
  late.length = 0;
  await pause(seconds * SECOND_MS);
  for (const cron of crons) cron.stop();
  return late;
}
