import { fileURLToPath } from "node:url";
import { uniqueName } from "@mojob/contract-tests";
import { startMongodb } from "@mojob/test-services/mongodb";
import { NODE, type SpawnedProgram, spawnProgram } from "@mojob/test-services/spawned-program";
import { until } from "@mojob/test-services/until";
import { expect, test } from "vitest";

const MEMBER = fileURLToPath(new URL("fixtures/missing-member.ts", import.meta.url));
/** Of its time. */
const WITHIN_MS = 90_000;

interface Member {
  readonly program: SpawnedProgram;
  call(method: string, path: string, body?: object): Promise<Readonly<Record<string, unknown>>>;
}

async function startMember(store: string): Promise<Member> {
  const program = spawnProgram(NODE, MEMBER, { env: { MOJOB_STORE: store } });
  const url = (await program.line(/ at http:/)).split(" at ")[1] ?? "";
  return {
    program,
    async call(method, path, body) {
      const response = await fetch(`${url}/api/v1${path}`, {
        method,
        ...(body !== undefined && {
          headers: { "content-type": "application/json" },
          body: JSON.stringify(body),
        }),
      });
      return (await response.json()) as Readonly<Record<string, unknown>>;
    },
  };
}

interface Notice {
  readonly event: string;
  readonly condition: string;
  readonly at: string;
  readonly text: string;
}

/** What was reported, the oldest first. */
async function noticesOf({ call }: Member): Promise<readonly Notice[]> {
  const { items } = await call("GET", "/instances?jobKey=tell&limit=50");
  const runs = (items as readonly { readonly id: string }[]).map(({ id }) =>
    call("GET", `/instances/${encodeURIComponent(id)}`),
  );
  return (await Promise.all(runs)).map(({ args }) => args as Notice).toReversed();
}

test("fires that were missed because a process was killed are reported by the next one within 90 seconds of their time, once, and so is their end", async () => {
  await using stack = new AsyncDisposableStack();
  const mongodb = stack.use(await startMongodb());
  const url = new URL(mongodb.url);
  url.pathname = `/${uniqueName("missed")}`;
  const first = await startMember(url.href);
  stack.use(first.program);
  const second = await startMember(url.href);
  stack.use(second.program);
  const routes = [{ id: "all", job: "tell", conditions: ["missed"] }];
  await first.call("PATCH", "/alarm-routes", { routes, revision: 0 });
  await until("a fire", async () => {
    const { items } = await first.call("GET", "/instances?jobKey=tick&state=Succeeded&limit=1");
    return (items as readonly unknown[]).length > 0;
  });
  first.program.signalAlone("SIGKILL");
  const killedAt = Date.now();
  await first.program.exit;
  const notices = await until(
    "the missed fires to be reported, and their end",
    async () => {
      const made = await noticesOf(second);
      return made.some(({ event }) => event === "resolved") && made;
    },
    { patienceMs: 120_000 },
  );
  // Where the next fire is on time before they could be reported, one notice says that they were missed, and that it is over.
  expect(["missed resolved", "missed opened, missed resolved"]).toContain(
    notices.map(({ event, condition }) => `${condition} ${event}`).join(", "),
  );
  expect(notices[0]?.text).toMatch(/fires? .*missed: no control plane ran at (?:its|their) time/);
  expect(Date.parse(notices[0]?.at ?? "") - killedAt).toBeLessThan(WITHIN_MS);
}, 200_000);
