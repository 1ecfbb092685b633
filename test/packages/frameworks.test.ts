import { execFileSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { FRAMEWORKS } from "@mojob/test-services/frameworks";
import { type PanelVisitor, startPanelVisitor } from "@mojob/test-services/panel-visitor";
import { NODE, spawnProgram } from "@mojob/test-services/spawned-program";
import { until } from "@mojob/test-services/until";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Installation, installPackages, ROOT } from "./installed.ts";

vi.setConfig({ testTimeout: 300_000 });

const BUILD_TIMEOUT_MS = 180_000;
const TOKEN = "b3b0c86f2e3d4f5d9a7c1e2f4a6b8c0d";
const JSON_TYPE = { "content-type": "application/json" };

/** One is named as a section of the panel, and one has two parts. */
const MOUNTS = ["/jobs", "/admin/jobs"];

const COMPILER = {
  target: "es2023",
  lib: ["esnext"],
  module: "nodenext",
  strict: true,
  skipLibCheck: true,
  // Nest's.
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
  outDir: "out",
  types: ["node"],
};

/** A program's folder with the frameworks as npm installs them, and our packages as they are packed. */
let folder: string;
let installed: Installation;
let visitor: PanelVisitor;

beforeAll(async () => {
  visitor = await startPanelVisitor();
  installed = installPackages();
  folder = realpathSync(mkdtempSync(join(tmpdir(), "mojob-frameworks-")));
  cpSync(FRAMEWORKS, join(folder, "node_modules"), { recursive: true, verbatimSymlinks: true });
  mkdirSync(join(folder, "node_modules/@mojob"));
  for (const name of readdirSync(join(installed.folder, "node_modules/@mojob")))
    cpSync(join(installed.folder, "node_modules/@mojob", name), join(folder, "node_modules/@mojob", name), {
      recursive: true,
    });
  cpSync(join(ROOT, "examples/frameworks"), folder, { recursive: true });
  const project = { compilerOptions: COMPILER, include: ["*.ts"] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(project));
  execFileSync(join(ROOT, "node_modules/.bin/tsc"), ["--project", "."], { cwd: folder, stdio: "inherit" });
}, BUILD_TIMEOUT_MS);

afterAll(async () => {
  await visitor?.[Symbol.asyncDispose]();
  installed?.remove();
  rmSync(folder, { recursive: true, force: true });
});

describe("the packed packages in an app of", () => {
  it.each(["express", "fastify", "nestjs"])(
    "%s: its own routes start jobs, and API, panel and live events are served below its path",
    async (name) => {
      await using program = spawnProgram(NODE, join(folder, "out", `${name}.js`));
      const line = await program.line(/^listening at /);
      const url = line.replace("listening at ", "").replace("[::1]", "127.0.0.1");
      const order = await fetch(`${url}/orders`, {
        method: "POST",
        headers: JSON_TYPE,
        body: JSON.stringify({ order: "17" }),
      });
      expect(order.status).toBe(202);
      // The framework may have read the body before.
      const triggered = await fetch(`${url}/ops/api/v1/jobs/shop.send-receipt/instances`, {
        method: "POST",
        headers: JSON_TYPE,
        body: JSON.stringify({ args: { order: "18, très vite" } }),
      });
      expect(triggered.status, await triggered.clone().text()).toBe(202);
      const { instance } = (await triggered.json()) as { readonly instance: { readonly id: string } };
      const run = await until("the run's end", async () => {
        const response = await fetch(`${url}/ops/api/v1/instances/${instance.id}`);
        const found = (await response.json()) as { readonly state: string; readonly result: string };
        return found.state === "Succeeded" && found;
      });
      expect(run.result).toBe("receipt for order 18, très vite sent");
      const events = await fetch(`${url}/ops/api/v1/events`);
      expect(events.headers.get("content-type")).toContain("text/event-stream");
      // An open stream does not keep the app from closing.
      program.signalAlone("SIGTERM");
      await program.line(/^closed$/);
      expect(await program.exit).toEqual({ code: 0, signal: null });
    },
  );

  it.each(["express", "fastify", "nestjs"].flatMap((name) => MOUNTS.map((path) => [name, path] as const)))(
    "%s: the panel mounted at %s opens with and without a slash, and each address loads again",
    async (name, path) => {
      const example = readFileSync(join(folder, "out", `${name}.js`), "utf8");
      const file = join(folder, "out", `${name}${path.replaceAll("/", "-")}.js`);
      writeFileSync(file, example.replace('basePath = "/ops"', `basePath = "${path}"`));
      await using program = spawnProgram(NODE, file);
      const url = (await program.line(/^listening at /)).replace("listening at ", "");
      for (const slash of ["", "/"])
        expect(
          await visitor.visit(`${url.replace("[::1]", "127.0.0.1")}${path}${slash}`, "shop.send-receipt"),
        ).toEqual([]);
    },
  );

  it("Next.js and others whose routes take a Request: below their path, with a token", async () => {
    const program = `
      const { GET, POST } = await import(${JSON.stringify(pathToFileURL(join(folder, "out/route-handler.js")).href)});
      const headers = { authorization: "Bearer ${TOKEN}", "content-type": "application/json", accept: "text/html" };
      const at = (path, init) => new Request("https://shop.example.com/jobs" + path, init);
      const body = JSON.stringify({ args: { order: "17" } });
      const started = await POST(at("/api/v1/jobs/shop.send-receipt/instances", { method: "POST", headers, body }));
      const statuses = [started, await GET(at("/api/v1/jobs", { headers })), await GET(at("/api/v1/jobs")), await GET(at("", { headers }))];
      console.log(statuses.map(({ status }) => status).join(" "));
      process.exit(0);
    `;
    writeFileSync(join(folder, "out/call-route.mjs"), program);
    await using called = spawnProgram(NODE, join(folder, "out/call-route.mjs"), {
      env: { MOJOB_TOKEN: TOKEN },
    });
    expect(await called.line(/^\d{3} /)).toBe("202 200 401 200");
  });
});

it(
  "their types are found from ES modules by every way TypeScript has",
  async () => {
    const { checkPackage, createPackageFromTarballData } = (await import(
      pathToFileURL(join(FRAMEWORKS, "@arethetypeswrong/core/dist/index.js")).href
    )) as {
      createPackageFromTarballData(data: Uint8Array): unknown;
      checkPackage(
        pack: unknown,
      ): Promise<{ readonly problems: readonly { kind: string; resolutionKind?: string }[] }>;
    };
    for (const tarball of readdirSync(installed.tarballs)) {
      const { problems } = await checkPackage(
        createPackageFromTarballData(new Uint8Array(readFileSync(join(installed.tarballs, tarball)))),
      );
      // ES modules alone: TypeScript's oldest way knows no exports, and CommonJS takes them with require(esm).
      const known = new Set(["NoResolution", "CJSResolvesToESM"]);
      const wrong = problems.filter(
        ({ kind, resolutionKind }) =>
          !(known.has(kind) && resolutionKind !== "node16-esm" && resolutionKind !== "bundler"),
      );
      expect(wrong, tarball).toEqual([]);
    }
  },
  BUILD_TIMEOUT_MS,
);
