import { MongoBackend } from "@agendajs/mongo-backend";
import { Agenda, InMemoryNotificationChannel } from "agenda";
import { pause, preciseNow } from "../embedded/figures.ts";

/**
 * Milliseconds from the trigger call to the beginning of the handler on Agenda, which is idle otherwise. It is notified of
 * new jobs: by default it looks for them every five seconds.
 */
export async function beginOnAgenda(url: string, jobs: number, idleMs: number): Promise<readonly number[]> {
  const agenda = new Agenda({
    backend: new MongoBackend({ address: url }),
    notificationChannel: new InMemoryNotificationChannel(),
  });
  agenda.on("error", (error) => {
    throw error;
  });
  let begun = Promise.withResolvers<number>();
  agenda.define("noop", () => begun.resolve(preciseNow()));
  await agenda.start();
  const waits: number[] = [];
  for (let index = 0; index < jobs; index += 1) {
    await pause(idleMs);
    begun = Promise.withResolvers();
    const before = preciseNow();
    await agenda.now("noop", { n: index });
    waits.push((await begun.promise) - before);
  }
  await agenda.stop();
  return waits;
}
