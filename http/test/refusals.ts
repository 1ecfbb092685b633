import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Endpoint, endpointsOf, openTestApi, type TestApi } from "./test-api.ts";
import { MAIL, REFUSALS } from "./refused-calls.ts";

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
      const wrong = await api.fetch("/api/v1/jobs/a", { method: "PUT" });
      expect(wrong).toMatchObject({ status: 405, body: { code: "method_not_allowed" } });
      expect(wrong.headers.get("Allow")).toBe("GET, HEAD, PATCH, DELETE");
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
            expect(
              pointers.some((pointer) => pointer?.startsWith(`/${name}`)),
              `${endpoint.path} ${name} ${pointers.join()}`,
            ).toBe(true);
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
        fc.string({ unit: CODE_POINT, maxLength: 300 }),
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

/** Draws what fast-check's unit "binary" does, which takes a second to list a million code points first. */
const CODE_POINT = fc
  .nat({ max: 0x10_ff_ff })
  .filter((code) => code < 0xd8_00 || code > 0xdf_ff)
  .map(
    (code) => String.fromCodePoint(code),
    (text) => toCodePoint(text),
  );

/** @throws TypeError for what is not one code point, as fast-check wants it */
function toCodePoint(text: unknown): number {
  const code = typeof text === "string" ? text.codePointAt(0) : undefined;
  if (code === undefined || String.fromCodePoint(code) !== text)
    throw new TypeError("This is not one code point");
  return code;
}

/** Made once: to make one takes longer than to draw from it. */
const TEXT = fc.string({ maxLength: 100 });
const JSON_TEXT = fc.json();
const JSON_VALUE = fc.jsonValue();

/** Text, JSON, JSON cut short, and objects with the fields the operation knows, of whatever value. */
function bodiesFor({ operation }: Endpoint): fc.Arbitrary<string> {
  const media = operation.requestBody?.content["application/json"];
  const { properties = {} } = (media?.schema ?? {}) as { properties?: Record<string, unknown> };
  const example = Object.entries(media?.example ?? {});
  const fields = Object.fromEntries(Object.keys(properties).map((name) => [name, JSON_VALUE]));
  const known = fc.record(fields, { requiredKeys: [] });
  return fc.oneof(
    TEXT,
    JSON_TEXT,
    JSON_TEXT.map((json) => json.slice(0, -1)),
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
