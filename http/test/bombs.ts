import { describe, expect, it } from "vitest";
import { openTestApi, OWN_MACHINE } from "./test-api.ts";

/** Of this process' work, which other work of the machine hardly lengthens; without bounds each takes a second and more. */
const MOST_PROCESSOR_MS = 500;
const MOST_RESPONSE_BYTES = 64 * 1024;

interface Bomb {
  readonly path: string;
  readonly body: string;
  readonly status: number;
}

const TRIGGER = "/api/v1/jobs/mail.send/instances";
const BOMBS: readonly (readonly [name: string, bomb: Bomb])[] = [
  ["a depth of 500,000", { path: TRIGGER, body: `{"args":${"[".repeat(500_000)}`, status: 400 }],
  ["a key of a megabyte", { path: TRIGGER, body: `{"args":{"${"k".repeat(1_000_000)}":1}}`, status: 400 }],
  ["90,000 keys", { path: TRIGGER, body: `{"args":{${keys(90_000)}}}`, status: 400 }],
  ["90,000 unknown names", { path: TRIGGER, body: `{${keys(90_000)}}`, status: 400 }],
  ["the same key 90,000 times", { path: TRIGGER, body: `{${'"a":1,'.repeat(90_000)}"a":1}`, status: 400 }],
  ["a number beyond every number", { path: TRIGGER, body: '{"args":1e400}', status: 400 }],
  ["a lone surrogate", { path: TRIGGER, body: String.raw`{"args":"\ud800"}`, status: 400 }],
  ["ten megabytes", { path: TRIGGER, body: `{"args":"${"a".repeat(10_000_000)}"}`, status: 413 }],
  [
    "99,000 wrong keys to check",
    { path: "/api/v1/registrations/check", body: `{"keys":[${zeros(99_000)}]}`, status: 400 },
  ],
  [
    "99,000 wrong ids to cancel",
    { path: "/api/v1/instances/bulk", body: `{"action":"cancel","ids":[${zeros(99_000)}]}`, status: 400 },
  ],
  [
    "99,000 wrong items of a batch",
    { path: `${TRIGGER}/batch`, body: `{"items":[${zeros(99_000)}]}`, status: 400 },
  ],
];

function keys(count: number): string {
  return Array.from({ length: count }, (_, index) => `"k${index}":1`).join(",");
}

function zeros(count: number): string {
  return Array.from({ length: count }, () => 0).join(",");
}

/** Bodies that are small to send and large to handle. */
export function describeBombs(): void {
  describe("bodies made to cost", () => {
    it.each(BOMBS)("%s is refused at little cost, with a short response", async (_name, bomb) => {
      const { app } = await openTestApi();
      const send = async (): Promise<Response> =>
        app.request(
          `http://localhost${bomb.path}`,
          { method: "POST", headers: { "Content-Type": "application/json" }, body: bomb.body },
          OWN_MACHINE,
        );
      // Once before, so that compiling does not count.
      await (await send()).text();
      const begun = process.cpuUsage();
      const response = await send();
      const text = await response.text();
      const { user, system } = process.cpuUsage(begun);
      expect(response.status).toBe(bomb.status);
      expect(text.length).toBeLessThan(MOST_RESPONSE_BYTES);
      expect((user + system) / 1000).toBeLessThan(MOST_PROCESSOR_MS);
    });
  });
}
