import { fileURLToPath } from "node:url";
import { BUN, DENO } from "@mojob/test-services/runtimes";
import { NODE, spawnProgram } from "@mojob/test-services/spawned-program";
import { describe, expect, it } from "vitest";

const PROGRAM = fileURLToPath(new URL("../fixtures/requests-program.ts", import.meta.url));

type Ended = Readonly<Record<string, unknown>>;

const DONE = { state: "Succeeded", attempt: 1 };
const FAILED = { state: "Terminated", attempt: 1, result: null };

describe.each([NODE, BUN, DENO])("requests on $name", (runtime) => {
  it(
    "are sent, judged, followed, bounded, and refused where they may not go",
    { timeout: 120_000 },
    async () => {
      await using program = spawnProgram(runtime, PROGRAM);
      const { code } = await program.exit;
      const ends = program
        .output()
        .split("\n")
        .filter((line) => line.startsWith("{"))
        .map((line) => JSON.parse(line) as Ended);
      const ended = (name: string): Ended =>
        ends.find((end) => end["name"] === name) ?? { missing: program.output() };

      expect(ended("args")).toMatchObject({ ...DONE, result: { n: 1, to: "Ada" } });
      expect(ended("body")).toMatchObject({ ...DONE, result: "a=1" });
      expect(ended("sent")["requests"]).toMatchObject([
        {
          body: '{"n":1,"to":"Ada"}',
          headers: {
            "content-type": "application/json",
            "mojob-job-key": "args",
            "mojob-attempt": "1",
            "idempotency-key": expect.stringMatching(/^[\w-]{36}$/),
          },
        },
        { body: "a=1", headers: { "content-type": "text/plain", "x-key": "k" } },
      ]);
      expect(ended("text")).toMatchObject({ ...DONE, result: "plain text" });
      expect(ended("busy")).toMatchObject({
        state: "Terminated",
        attempt: 2,
        code: "http_status",
        message: "The server responded with status 503: try later",
        parameters: { status: 503, line: "try later" },
      });
      expect(ended("unmet")).toMatchObject({
        ...FAILED,
        message: `The server responded with status 200: "/state" is "broken", wanted "done" or "closed"`,
      });
      expect(ended("met")).toMatchObject(DONE);
      expect(ended("teapot")).toMatchObject(DONE);
      expect(ended("bad-condition")).toMatchObject({
        ...FAILED,
        message: expect.stringContaining('"work.success.json.state" is wrong'),
      });

      expect(ended("long")).toMatchObject({
        ...DONE,
        result: { state: "done", rows: 7 },
        progress: { fraction: 1 },
      });
      expect(ended("long-failed")).toMatchObject({
        ...FAILED,
        code: "http_status",
        parameters: { status: 200 },
      });
      expect(ended("long-lost")).toMatchObject({
        ...FAILED,
        message: expect.stringContaining("no Location"),
      });

      expect(ended("callback")).toMatchObject({
        ...DONE,
        result: { rows: 7 },
        lines: ["POST http://own.test:PORT/work: status 202, 0 characters"],
      });
      expect(ended("callback-failed")).toMatchObject({
        ...FAILED,
        code: "callback_failed",
        message: "The server reported that the work failed: disk full",
      });
      expect(ended("callback-refused")).toMatchObject({ ...FAILED, code: "http_status" });
      expect(ended("callback-and-poll")).toMatchObject({
        ...FAILED,
        message: expect.stringContaining("both poll and callback"),
      });
      const { reports, addresses } = ended("callbacks") as {
        readonly reports: object;
        readonly addresses: readonly (readonly string[])[];
      };
      expect(reports).toEqual({ "/work": [404, 200, 200, 200, 409, 409], "/work-fails": [200] });
      const [[header, inBody] = []] = addresses;
      expect(header).toMatch(/^https:\/\/jobs\.example\.com\/api\/v1\/callbacks\/[0-9a-f]{32}\/[\w-]{43}$/);
      expect(inBody).toBe(header);
      expect(ended("goes-on")).toMatchObject({ state: "Succeeded", result: "went on", attempt: 2, sent: 1 });

      expect(ended("large")).toMatchObject({ ...FAILED, code: "output_limit", parameters: { limit: 1 } });
      expect(ended("timeout")).toMatchObject({ ...FAILED, code: "timeout" });
      expect(ended("cancel")).toMatchObject({ state: "Cancelled" });
      for (const name of ["header", "host-header"])
        expect(ended(name)).toMatchObject({ ...FAILED, message: expect.stringContaining("cannot be sent") });
      expect(ended("method")).toMatchObject({
        ...FAILED,
        message: expect.stringContaining('no method "CONNECT"'),
      });

      expect(ended("redirected")).toMatchObject({ ...DONE, result: null });
      expect(ended("redirected-same")).toMatchObject({ ...DONE, result: "kept" });
      expect(ended("redirected-away")).toMatchObject({ ...FAILED, code: "address_refused" });
      expect(ended("redirected-round")).toMatchObject({
        ...FAILED,
        code: "http_status",
        parameters: { status: 302 },
      });
      expect(ended("redirects")["paths"]).toEqual([
        "POST /redirect/302",
        "GET /echo",
        "POST /redirect/307",
        "POST /echo",
        ...Array<string>(5).fill("GET /redirect/302"),
      ]);

      expect(ended("secret")).toMatchObject({ ...DONE, result: { token: "***", n: 1 } });
      expect(ended("secret-text")).toMatchObject({ ...DONE, result: "token=***" });
      expect(ended("secret-in-args")).toMatchObject({ ...DONE, result: "{{secrets.TOKEN}}" });
      expect(ended("secret-refused")).toMatchObject({
        ...FAILED,
        parameters: { status: 503, line: "you sent ***" },
      });
      expect(ended("secret-missing")).toMatchObject({ ...FAILED, code: "secret_missing", lines: [] });
      expect(ended("secret-away")).toMatchObject({ ...DONE });
      expect(ended("secret-body-away")).toMatchObject({ ...FAILED, parameters: { status: 307 } });
      const token = 't0ken "quoted" value';
      expect(ended("secrets-sent")["requests"]).toMatchObject([
        { headers: { "x-api-key": token }, body: JSON.stringify({ token, n: 1 }) },
        { body: `token=${token}` },
        { body: '"{{secrets.TOKEN}}"' },
        { body: token },
        {
          path: expect.stringContaining("GET /redirect/302"),
          headers: { "x-api-key": token, "x-kept": "k" },
        },
        { path: "GET /echo", headers: expect.not.objectContaining({ "x-api-key": expect.anything() }) },
        { path: expect.stringContaining("POST /redirect/307"), body: token },
      ]);
      expect(ended("secret-in-url")).toMatchObject({
        issues: [{ pointer: "/work/url", code: "secret_in_url" }],
      });

      const refused = ends.filter(({ name }) => String(name).startsWith("refused-"));
      expect(refused).toHaveLength(ended("refused")["count"] as number);
      for (const end of refused) expect(end).toMatchObject({ ...FAILED, code: "address_refused", lines: [] });
      expect(ended("no-host")).toMatchObject({ ...FAILED, code: "job_error" });
      expect(ended("rebinding")).toMatchObject({ status: 200, asked: 1 });
      expect(ended("rebound")).toMatchObject({ code: "address_refused", asked: 2 });
      expect(ended("unlisted")).toMatchObject({ code: "address_refused" });
      expect(code).toBe(0);
    },
  );
});
