import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createFrameworksFolder, FRAMEWORKS } from "@mojob/test-services/frameworks";
import { type PanelVisitor, startPanelVisitor } from "@mojob/test-services/panel-visitor";
import { NODE, type SpawnedProgram, spawnProgram } from "@mojob/test-services/spawned-program";
import { until } from "@mojob/test-services/until";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { unpackPackages } from "./installed.ts";
import { packPackages } from "./packed.ts";
import { ROOT } from "./workspaces.ts";

vi.setConfig({ testTimeout: 300_000 });

const BUILD_TIMEOUT_MS = 180_000;
const TOKEN = "b3b0c86f2e3d4f5d9a7c1e2f4a6b8c0d";
const JSON_TYPE = { "content-type": "application/json" };

/** One is named as a section of the panel, one has two parts, and one is encoded by browsers. */
const MOUNTS = ["/jobs", "/ops", "/admin/jobs", "/", "/定时"];

/** How each framework's program states its path; Express, and Nest on it, compare paths as browsers send them. */
const STATED: Readonly<Record<string, (path: string) => string>> = {
  express: (path) => `basePath = encodeURI("${path}")`,
  fastify: (path) => `basePath = "${path}"`,
  nestjs: (path) => `basePath = encodeURI("${path}")`,
};

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
let visitor: PanelVisitor;

beforeAll(async () => {
  visitor = await startPanelVisitor();
  folder = createFrameworksFolder();
  await unpackPackages(folder);
  cpSync(join(ROOT, "examples/frameworks"), folder, { recursive: true });
  for (const [heading, code] of blocksOf("docs/behind-your-own-login.md"))
    writeFileSync(join(folder, heading === "" ? "users.ts" : `login-${heading}.ts`), code);
  const project = { compilerOptions: COMPILER, include: ["*.ts"] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(project));
  execFileSync(join(ROOT, "node_modules/.bin/tsc"), ["--project", "."], { cwd: folder, stdio: "inherit" });
}, BUILD_TIMEOUT_MS);

afterAll(async () => {
  await visitor?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

/** The programs of a page, by the heading before each. */
function blocksOf(page: string): readonly (readonly [string, string])[] {
  const text = readFileSync(join(ROOT, page), "utf8");
  return text.split(/^## /m).map((chapter, index) => {
    const [, code = ""] = /^```ts\n([^]*?)^```/m.exec(chapter) ?? [];
    return [index === 0 ? "" : (chapter.split("\n")[0] ?? ""), code];
  });
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

it("the pages about one's own login show the same programs in both languages", () => {
  const programs = (page: string): readonly string[] => blocksOf(page).map(([, code]) => code);
  expect(programs("docs/behind-your-own-login.zh-CN.md")).toEqual(programs("docs/behind-your-own-login.md"));
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

  describe.each(Object.entries(STATED))("%s,", (name, stated) => {
    let program: SpawnedProgram;

    beforeAll(() => {
      const example = readFileSync(join(folder, "out", `${name}.js`), "utf8");
      const imports = MOUNTS.map((path, index) => {
        const file = `${name}-${index}.js`;
        const mounted = example
          .replace('basePath = "/ops"', stated(path))
          .replace("listening at", `${path} at`);
        writeFileSync(join(folder, "out", file), mounted);
        return `await import("./${file}");\n`;
      });
      // Each takes its own port. One process for all: to load a framework takes longer than what is asked of it.
      const file = join(folder, "out", `${name}-mounts.js`);
      writeFileSync(file, imports.join(""));
      program = spawnProgram(NODE, file);
    });
    afterAll(() => program?.[Symbol.asyncDispose]());

    it.each(MOUNTS)(
      "the panel mounted at %s: opens with and without a slash, and each address loads again",
      async (path) => {
        const line = await program.line(new RegExp(`^${path} at `));
        const url = line.replace(`${path} at `, "").replace("[::1]", "127.0.0.1");
        expect(await visitor.visitMount(url, path, "shop.send-receipt")).toEqual([]);
      },
    );
  });

  it.each(["Express", "Fastify", "NestJS", "Hono"])(
    "%s: its own login is the API's, as the page shows",
    async (name) => {
      const port = await freePort();
      const file = join(folder, "out", `login-${name}.js`);
      writeFileSync(file, readFileSync(file, "utf8").replaceAll("3000", String(port)));
      await using program = spawnProgram(NODE, file);
      const root = `http://127.0.0.1:${port}/ops/api/v1/`;
      const get = async (path: string, headers: Record<string, string>): Promise<Response | null> =>
        fetch(root + path, { headers }).catch(() => null);
      await until("the server", async () => (await get("jobs", {})) !== null);
      expect((await get("jobs", {}))?.status).toBe(401);
      expect((await get("jobs", { cookie: "user=li" }))?.status).toBe(200);
      const session = await get("session", { cookie: "user=wang" });
      expect(await session?.json()).toMatchObject({ access: "user" });
      const edit = async (cookie: string): Promise<number> =>
        (
          await fetch(`${root}jobs/none/instances`, {
            method: "POST",
            headers: { cookie, origin: `http://127.0.0.1:${port}`, ...JSON_TYPE },
            body: "{}",
          })
        ).status;
      expect([await edit("user=wang"), await edit("user=li")]).toEqual([403, 404]);
      program.signalAlone("SIGKILL");
    },
  );

  it("Next.js: its own login is the API's, as the page shows", async () => {
    const { GET } = (await import(pathToFileURL(join(folder, "out/login-Next.js.js")).href)) as {
      GET(request: Request): Promise<Response>;
    };
    const status = async (cookie: string): Promise<number> =>
      (await GET(new Request("https://shop.example.com/ops/api/v1/jobs", { headers: { cookie } }))).status;
    expect([await status(""), await status("user=li")]).toEqual([401, 200]);
  });

  it("Next.js, as it is built and started: the panel opens with and without a slash, and each address loads again", async () => {
    const app = join(folder, "next");
    const handler = readFileSync(join(folder, "out/route-handler.js"), "utf8");
    const paths = ["/jobs", "/admin/jobs"];
    for (const path of paths) {
      const route = join(app, "app", path, "[[...path]]");
      mkdirSync(route, { recursive: true });
      const kept = `kept[${JSON.stringify(path)}]`;
      writeFileSync(
        join(route, "route.js"),
        handler.replaceAll('"/jobs"', JSON.stringify(path)).replaceAll("kept.jobs", kept),
      );
    }
    writeFileSync(join(app, "package.json"), JSON.stringify({ private: true, type: "module" }));
    const layout = `import { createElement as h } from "react";
      export default function Layout({ children }) { return h("html", null, h("body", null, children)); }`;
    writeFileSync(join(app, "app/layout.js"), layout);
    const next = join(FRAMEWORKS, "next/dist/bin/next");
    const env = { NEXT_TELEMETRY_DISABLED: "1", MOJOB_TOKEN: TOKEN };
    execFileSync(NODE.program, [next, "build"], { cwd: app, env: { ...process.env, ...env } });
    await using program = spawnProgram(NODE, next, { args: ["start", app, "--port", "0"], env });
    const url = (await program.line(/Local: /)).replace(/^.*(?=http)/, "").trim();
    await using signedIn = await startPanelVisitor({ authorization: `Bearer ${TOKEN}` });
    for (const path of paths) expect(await signedIn.visitMount(url, path, "shop.send-receipt")).toEqual([]);
  });

  it("Next.js and others whose routes take a Request: below their path, with a token", async () => {
    const program = `
      const { GET, POST } = await import(${JSON.stringify(pathToFileURL(join(folder, "out/route-handler.js")).href)});
      // As a build does, which must start nothing.
      if (globalThis.jobs !== undefined) throw new Error("The scheduler was started when its module was loaded");
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
    const tarballs = await packPackages();
    for (const tarball of readdirSync(tarballs)) {
      const { problems } = await checkPackage(
        createPackageFromTarballData(new Uint8Array(readFileSync(join(tarballs, tarball)))),
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
