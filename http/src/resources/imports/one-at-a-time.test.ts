import { HTTPException } from "hono/http-exception";
import { describe, expect, it } from "vitest";
import { OneAtATime } from "./one-at-a-time.ts";

const STAYS = new AbortController().signal;
const done = (): Promise<Response> => Promise.resolve(new Response("done"));

describe("OneAtATime", () => {
  it("refuses a second request until the first has ended, also badly", async () => {
    const previews = new OneAtATime("preview it");
    const first = Promise.withResolvers<Response>();
    const running = previews.run(STAYS, () => first.promise);
    const refused = await previews.run(STAYS, done).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(HTTPException);
    expect((refused as HTTPException).status).toBe(429);
    first.reject(new Error("Broken"));
    await expect(running).rejects.toThrow("Broken");
    expect(await (await previews.run(STAYS, done)).text()).toBe("done");
  });

  it("lets the next one through as soon as the work for a client that has left has ended", async () => {
    const previews = new OneAtATime("preview it");
    const first = Promise.withResolvers<Response>();
    const client = new AbortController();
    const running = previews.run(client.signal, () => first.promise);
    client.abort();
    const next = previews.run(STAYS, done);
    first.reject(client.signal.reason);
    expect((await running).status).toBe(204);
    expect(await (await next).text()).toBe("done");
  });
});
