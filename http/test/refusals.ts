import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Call, type Endpoint, endpointsOf, openTestApi, type TestApi } from "./test-api.ts";

const CLOSE = { path: { key: "ledger/close" } };
const MAIL = { path: { key: "mail.send" } };
const EDIT = { ...CLOSE, headers: { "If-Match": '"1"' } };

interface Refusal {
  readonly name: string;
  readonly operation: string;
  readonly call: Call;
  readonly status: number;
  readonly code: string;
  /** Where the mistake is: a pointer, or a parameter's name. */
  readonly at?: string;
  /** In a cron expression: the character, from 1. */
  readonly position?: number;
}

const REFUSALS: readonly Refusal[] = [
  {
    name: "an unknown job",
    operation: "triggerJob",
    call: { path: { key: "nobody" } },
    status: 404,
    code: "job_not_found",
  },
  {
    name: "a batch for an unknown job",
    operation: "triggerJobMany",
    call: { path: { key: "nobody" }, body: { items: [{}] } },
    status: 404,
    code: "job_not_found",
  },
  {
    name: "an unknown job's runs",
    operation: "listJobInstances",
    call: { path: { key: "nobody" } },
    status: 404,
    code: "job_not_found",
  },
  {
    name: "an unknown run",
    operation: "getInstance",
    call: { path: { id: "nobody" } },
    status: 404,
    code: "instance_not_found",
  },
  {
    name: "args for a recurring job",
    operation: "triggerJob",
    call: { ...CLOSE, body: { args: { a: 1 } } },
    status: 409,
    code: "wrong_job_kind",
    at: "/args",
  },
  {
    name: "a pause of a triggered job",
    operation: "pauseJob",
    call: MAIL,
    status: 409,
    code: "wrong_job_kind",
  },
  {
    name: "the next fires of a triggered job",
    operation: "listUpcomingFires",
    call: MAIL,
    status: 409,
    code: "wrong_job_kind",
  },
  {
    name: "a schedule for a triggered job",
    operation: "updateJob",
    call: { ...MAIL, headers: EDIT.headers, body: { cron: "* * * * * *" } },
    status: 400,
    code: "invalid_argument",
    at: "/cron",
  },
  {
    name: "a wrong cron",
    operation: "updateJob",
    call: { ...EDIT, body: { cron: "0 0 25 * * *" } },
    status: 400,
    code: "invalid_cron",
    at: "/cron",
    position: 5,
  },
  {
    name: "an unknown zone",
    operation: "updateJob",
    call: { ...EDIT, body: { timeZone: "Mars/Olympus" } },
    status: 400,
    code: "invalid_argument",
    at: "/timeZone",
  },
  {
    name: "an unknown zone in a preview",
    operation: "previewCron",
    call: { body: { cron: "* * * * *", timeZone: "Mars/Olympus" } },
    status: 400,
    code: "invalid_argument",
    at: "/timeZone",
  },
  {
    name: "an end before the start",
    operation: "updateJob",
    call: { ...EDIT, body: { startTime: "2026-02-01T00:00:00Z", endTime: "2026-01-01T00:00:00Z" } },
    status: 400,
    code: "invalid_argument",
    at: "/endTime",
  },
  {
    name: "a time without a zone",
    operation: "updateJob",
    call: { ...EDIT, body: { startTime: "2026-02-01T00:00:00" } },
    status: 400,
    code: "invalid_argument",
    at: "/startTime",
  },
  {
    name: "a day that is none",
    operation: "triggerJob",
    call: { ...MAIL, body: { runAt: "2026-02-31T25:00:00Z" } },
    status: 400,
    code: "invalid_argument",
    at: "/runAt",
  },
  {
    name: "a negative timeout",
    operation: "updateJob",
    call: { ...EDIT, body: { timeoutMs: -1 } },
    status: 400,
    code: "invalid_argument",
    at: "/timeoutMs",
  },
  {
    name: "a negative retry interval",
    operation: "updateJob",
    call: { ...EDIT, body: { retryIntervalMs: -1 } },
    status: 400,
    code: "invalid_argument",
    at: "/retryIntervalMs",
  },
  {
    name: "a negative grace",
    operation: "updateJob",
    call: { ...EDIT, body: { misfire: { graceMs: -1 } } },
    status: 400,
    code: "invalid_argument",
    at: "/misfire/graceMs",
  },
  {
    name: "a negative delay",
    operation: "triggerJob",
    call: { ...MAIL, body: { args: { to: "a" }, delayMs: -1 } },
    status: 400,
    code: "invalid_argument",
    at: "/delayMs",
  },
  {
    name: "half a millisecond",
    operation: "triggerJob",
    call: { ...MAIL, body: { args: { to: "a" }, delayMs: 0.5 } },
    status: 400,
    code: "invalid_argument",
    at: "/delayMs",
  },
  {
    name: "two times to run at",
    operation: "triggerJob",
    call: { ...MAIL, body: { delayMs: 1, runAt: "2026-02-01T00:00:00Z" } },
    status: 400,
    code: "invalid_argument",
    at: "",
  },
  {
    name: "args that do not fit",
    operation: "triggerJob",
    call: { ...MAIL, body: { args: { to: 7 } } },
    status: 400,
    code: "invalid_args",
    at: "/args/to",
  },
  {
    name: "a priority of none",
    operation: "triggerJob",
    call: { ...MAIL, body: { args: { to: "a" }, priority: 6 } },
    status: 400,
    code: "invalid_argument",
    at: "/priority",
  },
  {
    name: "a changed key",
    operation: "updateJob",
    call: { ...EDIT, body: { key: "other" } },
    status: 400,
    code: "invalid_argument",
    at: "/key",
  },
  {
    name: "an unknown field",
    operation: "triggerJob",
    call: { ...MAIL, body: { argz: {} } },
    status: 400,
    code: "invalid_argument",
    at: "/argz",
  },
  {
    name: "an unknown field deep inside",
    operation: "updateJob",
    call: { ...EDIT, body: { dst: { gab: "skip" } } },
    status: 400,
    code: "invalid_argument",
    at: "/dst/gab",
  },
  {
    name: "a list for a body",
    operation: "triggerJob",
    call: { ...MAIL, body: [] },
    status: 400,
    code: "invalid_argument",
    at: "",
  },
  {
    name: "a list for an option",
    operation: "updateJob",
    call: { ...EDIT, body: { retention: [] } },
    status: 400,
    code: "invalid_argument",
    at: "/retention",
  },
  {
    name: "a list for a schema",
    operation: "registerJobs",
    call: { body: { app: "a", definitions: [{ key: "x", kind: "triggered", argsSchema: [] }] } },
    status: 400,
    code: "invalid_argument",
    at: "/definitions/0/argsSchema",
  },
  {
    name: "a null for a body",
    operation: "resumeJob",
    call: { ...CLOSE, text: "null" },
    status: 400,
    code: "invalid_argument",
    at: "",
  },
  {
    name: "an unknown parameter",
    operation: "listJobs",
    call: { query: { limt: 1 } },
    status: 400,
    code: "invalid_argument",
    at: "limt",
  },
  {
    name: "a limit of 0",
    operation: "listJobs",
    call: { query: { limit: 0 } },
    status: 400,
    code: "invalid_argument",
    at: "limit",
  },
  {
    name: "a limit over 200",
    operation: "listInstances",
    call: { query: { limit: 201 } },
    status: 400,
    code: "invalid_argument",
    at: "limit",
  },
  {
    name: "a limit that is no number",
    operation: "listInstances",
    call: { query: { limit: "1e1" } },
    status: 400,
    code: "invalid_argument",
    at: "limit",
  },
  {
    name: "an unknown state",
    operation: "listInstances",
    call: { query: { state: "Running" } },
    status: 400,
    code: "invalid_argument",
    at: "state",
  },
  {
    name: "an unknown topic",
    operation: "streamEvents",
    call: { query: { topics: "jobs,news" } },
    status: 400,
    code: "invalid_argument",
    at: "topics",
  },
  {
    name: "a wrong cursor",
    operation: "listInstances",
    call: { query: { cursor: "nonsense" } },
    status: 400,
    code: "invalid_argument",
  },
  {
    name: "an edit without If-Match",
    operation: "updateJob",
    call: { ...CLOSE, body: { priority: 1 } },
    status: 428,
    code: "precondition_required",
  },
  {
    name: "a malformed If-Match",
    operation: "updateJob",
    call: { ...CLOSE, headers: { "If-Match": "1" }, body: { priority: 1 } },
    status: 400,
    code: "invalid_argument",
    at: "If-Match",
  },
  {
    name: "a stale If-Match",
    operation: "updateJob",
    call: { ...CLOSE, headers: { "If-Match": '"9"' }, body: { priority: 1 } },
    status: 412,
    code: "stale_revision",
  },
  {
    name: "an empty Idempotency-Key",
    operation: "triggerJob",
    call: { ...MAIL, body: { args: { to: "a" } }, headers: { "Idempotency-Key": "" } },
    status: 400,
    code: "invalid_argument",
    at: "Idempotency-Key",
  },
  {
    name: "an Idempotency-Key too long to number",
    operation: "triggerJobMany",
    call: {
      ...MAIL,
      body: { items: [{ args: { to: "a" } }] },
      headers: { "Idempotency-Key": "k".repeat(97) },
    },
    status: 400,
    code: "invalid_argument",
    at: "Idempotency-Key",
  },
  {
    name: "an empty batch",
    operation: "triggerJobMany",
    call: { ...MAIL, body: { items: [] } },
    status: 400,
    code: "invalid_argument",
    at: "/items",
  },
  {
    name: "a bulk without a target",
    operation: "bulkInstances",
    call: { body: { action: "cancel" } },
    status: 400,
    code: "invalid_argument",
    at: "",
  },
  {
    name: "a bulk on everything",
    operation: "bulkInstances",
    call: { body: { action: "cancel", filter: {} } },
    status: 400,
    code: "invalid_argument",
    at: "/filter",
  },
  {
    name: "an unknown bulk action",
    operation: "bulkInstances",
    call: { body: { action: "delete", ids: ["a"] } },
    status: 400,
    code: "invalid_argument",
    at: "/action",
  },
  {
    name: "a registration with a wrong key",
    operation: "registerJobs",
    call: { body: { app: "a", definitions: [{ key: " ", kind: "triggered" }] } },
    status: 400,
    code: "invalid_argument",
    at: "/definitions/0/key",
  },
  {
    name: "a registration of a job twice",
    operation: "registerJobs",
    call: {
      body: {
        app: "a",
        definitions: [
          { key: "x", kind: "triggered" },
          { key: "x", kind: "triggered" },
        ],
      },
    },
    status: 409,
    code: "job_key_taken",
  },
  {
    name: "a pause until the past",
    operation: "pauseJob",
    call: { ...CLOSE, body: { until: "2025-01-01T00:00:00Z" } },
    status: 400,
    code: "invalid_argument",
    at: "/until",
  },
  {
    name: "text that is no JSON",
    operation: "triggerJob",
    call: { ...MAIL, text: "{args:1}" },
    status: 400,
    code: "malformed_json",
    at: "",
  },
  {
    name: "JSON cut short",
    operation: "triggerJob",
    call: { ...MAIL, text: '{"args":{"to":"a' },
    status: 400,
    code: "malformed_json",
    at: "",
  },
  {
    name: "__proto__",
    operation: "triggerJob",
    call: { ...MAIL, text: '{"args":{"__proto__":{"a":1}}}' },
    status: 400,
    code: "malformed_json",
    at: "/args/__proto__",
  },
  {
    name: "__proto__ in disguise",
    operation: "triggerJob",
    call: { ...MAIL, text: '{"args":{"\\u005f_proto__":{"a":1}}}' },
    status: 400,
    code: "malformed_json",
    at: "/args/__proto__",
  },
  {
    name: "the same key twice",
    operation: "triggerJob",
    call: { ...MAIL, text: '{"args":{"to":"a"},"args":{"to":"b"}}' },
    status: 400,
    code: "malformed_json",
    at: "/args",
  },
  {
    name: "a number too large",
    operation: "triggerJob",
    call: { ...MAIL, text: '{"args":{"count":1e400}}' },
    status: 400,
    code: "malformed_json",
    at: "/args/count",
  },
  {
    name: "a whole number that would be changed",
    operation: "triggerJob",
    call: { ...MAIL, text: '{"args":{"count":9007199254740993}}' },
    status: 400,
    code: "malformed_json",
    at: "/args/count",
  },
  {
    name: "half a surrogate pair",
    operation: "triggerJob",
    call: { ...MAIL, text: '{"args":{"to":"\\ud800"}}' },
    status: 400,
    code: "malformed_json",
    at: "/args/to",
  },
  {
    name: "JSON a hundred thousand deep",
    operation: "triggerJob",
    call: { ...MAIL, text: `{"args":${"[".repeat(100_000)}` },
    status: 400,
    code: "malformed_json",
    at: `/args${"/0".repeat(31)}`,
  },
  {
    name: "a million values",
    operation: "triggerJob",
    call: { ...MAIL, text: `{"args":[${"1,".repeat(400_000)}1]}` },
    status: 400,
    code: "malformed_json",
  },
  {
    name: "a body over 1 MiB",
    operation: "triggerJob",
    call: { ...MAIL, body: { args: { to: "x".repeat(1024 * 1024) } } },
    status: 413,
    code: "body_too_large",
  },
  {
    name: "a form",
    operation: "triggerJob",
    call: { ...MAIL, text: "args=1", headers: { "Content-Type": "application/x-www-form-urlencoded" } },
    status: 415,
    code: "unsupported_media_type",
  },
  {
    name: "plain text",
    operation: "triggerJob",
    call: { ...MAIL, text: "{}", headers: { "Content-Type": "text/plain" } },
    status: 415,
    code: "unsupported_media_type",
  },
  {
    name: "another charset",
    operation: "triggerJob",
    call: { ...MAIL, text: "{}", headers: { "Content-Type": "application/json; charset=utf-16" } },
    status: 415,
    code: "unsupported_media_type",
  },
  {
    name: "a compressed body",
    operation: "triggerJob",
    call: { ...MAIL, text: "{}", headers: { "Content-Encoding": "gzip" } },
    status: 415,
    code: "unsupported_media_type",
  },
  {
    name: "a resume of a triggered job",
    operation: "resumeJob",
    call: MAIL,
    status: 409,
    code: "wrong_job_kind",
  },
  {
    name: "a pause of an unknown job",
    operation: "pauseJob",
    call: { path: { key: "nobody" } },
    status: 404,
    code: "job_not_found",
  },
  {
    name: "an edit of an unknown job",
    operation: "updateJob",
    call: { path: { key: "nobody" }, headers: { "If-Match": "*" }, body: { priority: 1 } },
    status: 404,
    code: "job_not_found",
  },
  {
    name: "a cancel of an unknown run",
    operation: "cancelInstance",
    call: { path: { id: "nobody" } },
    status: 404,
    code: "instance_not_found",
  },
  {
    name: "a re-run of an unknown run",
    operation: "rerunInstance",
    call: { path: { id: "nobody" } },
    status: 404,
    code: "instance_not_found",
  },
  {
    name: "an unknown run's log",
    operation: "listInstanceLogs",
    call: { path: { id: "nobody" } },
    status: 404,
    code: "instance_not_found",
  },
  {
    name: "an empty cron",
    operation: "updateJob",
    call: { ...EDIT, body: { cron: "" } },
    status: 400,
    code: "invalid_cron",
    at: "/cron",
    position: 1,
  },
  {
    name: "a cron of seven fields",
    operation: "updateJob",
    call: { ...EDIT, body: { cron: "0 0 0 1 1 * 2026" } },
    status: 400,
    code: "invalid_cron",
    at: "/cron",
    position: 13,
  },
  {
    name: "a wrong cron beside what is right",
    operation: "updateJob",
    call: { ...EDIT, body: { priority: 1, retryCount: 3, cron: "0 0 25 * * *" } },
    status: 400,
    code: "invalid_cron",
    at: "/cron",
    position: 5,
  },
  {
    name: "a wrong zone in a registration",
    operation: "registerJobs",
    call: {
      body: { app: "a", definitions: [{ key: "x", kind: "recurring", options: { timeZone: "Mars" } }] },
    },
    status: 400,
    code: "invalid_argument",
    at: "/definitions/0/options/timeZone",
  },
  {
    name: "a negative retry count in a registration",
    operation: "registerJobs",
    call: { body: { app: "a", definitions: [{ key: "x", kind: "triggered", options: { retryCount: -1 } }] } },
    status: 400,
    code: "invalid_argument",
    at: "/definitions/0/options/retryCount",
  },
  {
    name: "a negative delay in a batch",
    operation: "triggerJobMany",
    call: { ...MAIL, body: { items: [{ args: { to: "a" } }, { delayMs: -1 }] } },
    status: 400,
    code: "invalid_argument",
    at: "/items/1/delayMs",
  },
  {
    name: "JSON deeper than is read",
    operation: "triggerJob",
    call: { ...MAIL, text: `{"args":${"[".repeat(32)}${"]".repeat(32)}}` },
    status: 400,
    code: "malformed_json",
    at: "/args/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0",
  },
  {
    name: "__proto__ in an edit",
    operation: "updateJob",
    call: { ...EDIT, text: '{"__proto__":{"priority":1}}' },
    status: 400,
    code: "malformed_json",
    at: "/__proto__",
  },
  {
    name: "a constructor's prototype",
    operation: "updateJob",
    call: { ...EDIT, body: { constructor: { prototype: { priority: 1 } } } },
    status: 400,
    code: "invalid_argument",
    at: "/constructor",
  },
  {
    name: "an edit as a form",
    operation: "updateJob",
    call: {
      ...EDIT,
      text: "priority=1",
      headers: { ...EDIT.headers, "Content-Type": "multipart/form-data" },
    },
    status: 415,
    code: "unsupported_media_type",
  },
];

const OPERATORS: readonly unknown[] = [{ $ne: null }, { $gt: "" }, { $where: "1" }, ["a"], 7, true];

/** Everything the API can tell: what must not change when a call is refused. */
async function readAll(api: TestApi): Promise<unknown> {
  const jobs = (await api.call("listJobs", { query: { limit: 200 } })).body;
  const instances = (await api.call("listInstances", { query: { limit: 200 } })).body;
  return { jobs, instances };
}

export function describeRefusals(): void {
  describe("refusals", () => {
    it.each(REFUSALS)(
      "$name is $status $code and changes nothing",
      async ({ operation, call, status, code, at, position }) => {
        const api = await openTestApi();
        const before = await readAll(api);
        const answer = await api.call(operation, call);
        expect(answer.body).toMatchObject({ status, code, type: `urn:mojob:problem:${code}` });
        expect(answer.status).toBe(status);
        const [error] = answer.body["errors"] ?? [];
        if (at !== undefined) expect(error?.["pointer"] ?? error?.["parameter"]).toBe(at);
        expect(error?.["position"]).toBe(position);
        expect(JSON.stringify(answer.body).length).toBeLessThan(4000);
        expect(await readAll(api)).toEqual(before);
        expect(api.reported).toEqual([]);
        expect(Object.keys(Object.prototype)).toEqual([]);
      },
    );

    it("an idempotency key used for another body is 422, on every route that takes one, and changes nothing", async () => {
      const api = await openTestApi();
      const headers = { "Idempotency-Key": "once" };
      const run = await api.call("triggerJob", { ...MAIL, body: { args: { to: "ann" } }, headers });
      const id = run.body["instance"]?.["id"] as string;
      await api.clock.settle();
      await api.call("rerunInstance", { path: { id }, headers: { "Idempotency-Key": "again" } });
      await api.clock.settle();
      const before = await readAll(api);
      const refused = [
        await api.call("triggerJob", { ...MAIL, body: { args: { to: "bob" } }, headers }),
        await api.call("triggerJob", { ...MAIL, body: { args: { to: "ann" }, delayMs: 1000 }, headers }),
        await api.call("rerunInstance", {
          path: { id },
          body: { args: { to: "bob" } },
          headers: { "Idempotency-Key": "again" },
        }),
      ];
      for (const answer of refused) {
        expect(answer).toMatchObject({ status: 422, body: { code: "idempotency_mismatch" } });
      }
      const batch = await api.call("triggerJobMany", {
        ...MAIL,
        body: { items: [{ args: { to: "bob" }, idempotencyKey: "once" }] },
      });
      expect(batch.body["items"]).toMatchObject([{ problem: { code: "idempotency_mismatch" } }]);
      expect(await readAll(api)).toEqual(before);
    });

    it("a body that does not tell its length is bounded while it is read", async () => {
      const api = await openTestApi();
      let sent = 0;
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          sent += 65_536;
          controller.enqueue(new Uint8Array(65_536).fill(32));
          // Ends, so that reading it all fails the test instead of never ending.
          if (sent >= 4 * 1024 * 1024) controller.close();
        },
      });
      const { status } = await api.fetch("/api/v1/jobs/mail.send/instances", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body,
        duplex: "half",
      } as RequestInit);
      expect(status).toBe(413);
      expect(sent).toBeLessThan(2 * 1024 * 1024);
    });

    it("a body of no UTF-8 is refused", async () => {
      const api = await openTestApi();
      const answer = await api.fetch("/api/v1/jobs/mail.send/instances", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: new Uint8Array([0x22, 0xff, 0x22]),
      });
      expect(answer).toMatchObject({ status: 400, body: { code: "malformed_json" } });
    });

    it("an unknown path is 404 and a wrong method is 405 with what is allowed, as problems", async () => {
      const api = await openTestApi();
      const nowhere = await api.fetch("/api/v1/nowhere");
      expect(nowhere).toMatchObject({ status: 404, body: { code: "not_found" } });
      const wrong = await api.fetch("/api/v1/jobs/a", { method: "DELETE" });
      expect(wrong).toMatchObject({ status: 405, body: { code: "method_not_allowed" } });
      expect(wrong.headers.get("Allow")).toBe("GET, HEAD, PATCH");
    });

    it("what looks like a query operator is refused in every field that wants text, a number or a flag", async () => {
      const api = await openTestApi();
      const before = await readAll(api);
      for (const endpoint of endpointsOf(api.document)) {
        const media = endpoint.operation.requestBody?.content["application/json"];
        const properties =
          (media?.schema as { properties?: Record<string, { type?: string }> })?.properties ?? {};
        for (const [name, { type }] of Object.entries(properties)) {
          if (type === undefined || name === "args") continue;
          for (const value of OPERATORS.filter((operator) => !fits(operator, type))) {
            const example = media?.example as Record<string, unknown> | undefined;
            const { status, body } = await api.send(endpoint, {
              path: { key: "ledger/close", id: "x" },
              headers: { "If-Match": '"1"' },
              body: { ...example, [name]: value },
            });
            expect(status, `${endpoint.path} ${name} ${JSON.stringify(value)}`).toBe(400);
            const pointers = body["errors"]?.map((error) => error["pointer"]) ?? [];
            expect(pointers.some((pointer) => pointer?.startsWith(`/${name}`))).toBe(true);
          }
        }
      }
      expect(await readAll(api)).toEqual(before);
    });

    it("a parameter given as a query operator is an unknown one", async () => {
      const api = await openTestApi();
      for (const name of ["jobKey[$ne]", "search[$regex]", "state[$gt]", "__proto__", "constructor"]) {
        expect((await api.call("listInstances", { query: { [name]: "a" } })).status, name).toBe(400);
      }
      expect((await api.fetch("/api/v1/instances?jobKey=a&jobKey=b")).status).toBe(400);
      expect((await api.fetch("/api/v1/instances?search=%E0%A4%A&jobKey=%")).status).toBeLessThan(500);
    });

    it("no cursor, id, key or header makes it fail", async () => {
      const api = await openTestApi();
      await api.call("triggerJob", { path: { key: "mail.send" }, body: { args: { to: "a" } } });
      const text = fc.oneof(
        fc.string({ unit: "binary", maxLength: 300 }),
        fc.base64String({ maxLength: 80 }),
        fc.stringMatching(/^[A-Za-z0-9_.@#:%/-]{1,60}$/),
        fc.json().map((json) => btoa(encodeURIComponent(json))),
        fc.constantFrom("", "%", "%2e%2e", "a%00b", "__proto__", "..", "constructor", "\ud800"),
      );
      const header = fc.stringMatching(/^[\x20-\x7e]{0,60}$/);
      await fc.assert(
        fc.asyncProperty(text, header, async (value, line) => {
          const encoded = encodeURIComponent(value.toWellFormed());
          const paths = [
            `/api/v1/instances?cursor=${encoded}`,
            `/api/v1/jobs?cursor=${encoded}`,
            `/api/v1/jobs?search=${encoded}`,
            `/api/v1/instances?search=${encoded}`,
            `/api/v1/instances/${encoded}`,
            `/api/v1/instances/${encoded}/logs`,
            `/api/v1/jobs/${encoded}`,
            `/api/v1/jobs/${encoded}/instances`,
            `/${encoded}`,
          ];
          for (const path of paths) {
            expect((await api.fetch(path)).status, path).toBeLessThan(500);
          }
          for (const name of [
            "If-Match",
            "Idempotency-Key",
            "Content-Type",
            "Accept-Language",
            "Authorization",
          ]) {
            const { status } = await api.fetch("/api/v1/jobs/nobody", {
              method: "PATCH",
              headers: { "If-Match": '"1"', "Content-Type": "application/json", [name]: line },
              body: "{}",
            });
            expect(status, `${name}: ${line}`).toBeLessThan(500);
          }
        }),
        { numRuns: 30 },
      );
      expect(api.reported).toEqual([]);
    });

    it("no body makes it fail", async () => {
      const api = await openTestApi();
      const { body: run } = await api.call("triggerJob", { path: { key: "wait" }, body: { delayMs: 1000 } });
      const id = run["instance"]?.["id"] as string;
      const calls = endpointsOf(api.document)
        .filter(({ operation }) => operation.requestBody !== undefined)
        .map((endpoint) => fc.tuple(fc.constant(endpoint), bodiesFor(endpoint)));
      await fc.assert(
        fc.asyncProperty(
          fc.oneof(...calls),
          fc.constantFrom("mail.send", "ledger/close"),
          async ([endpoint, text], key) => {
            const { status } = await api.send(endpoint, {
              path: { key, id },
              headers: { "If-Match": "*" },
              text,
            });
            expect(status).toBeLessThan(500);
          },
        ),
        { numRuns: 400 },
      );
      expect(api.reported).toEqual([]);
    });
  });
}

/** Text, JSON, JSON cut short, and objects with the fields the operation knows, of whatever value. */
function bodiesFor({ operation }: Endpoint): fc.Arbitrary<string> {
  const media = operation.requestBody?.content["application/json"];
  const { properties = {} } = (media?.schema ?? {}) as { properties?: Record<string, unknown> };
  const example = Object.entries(media?.example ?? {});
  const fields = Object.fromEntries(Object.keys(properties).map((name) => [name, fc.jsonValue()]));
  const known = fc.record(fields, { requiredKeys: [] });
  return fc.oneof(
    fc.string({ maxLength: 100 }),
    fc.json(),
    fc.json().map((json) => json.slice(0, -1)),
    known.map((body) => JSON.stringify(body)),
    // Most of the example, so that what is wrong is met deeper down.
    fc
      .tuple(known, fc.subarray(example))
      .map(([body, kept]) => JSON.stringify({ ...body, ...Object.fromEntries(kept) })),
  );
}

function fits(value: unknown, type: string): boolean {
  if (Array.isArray(value)) return type === "array";
  if (type === "integer") return typeof value === "number";
  return typeof value === type;
}
