import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ROOT } from "./workspaces.ts";

vi.setConfig({ testTimeout: 120_000 });

const CLIENTS = join(ROOT, "adapters/executor-gateway/clients");
const { version, repository } = manifestOf("adapters/executor-gateway/package.json");
const read = (path: string): string => readFileSync(join(CLIENTS, path), "utf8");

function manifestOf(path: string): { readonly version: string; readonly repository: string } {
  const { version } = JSON.parse(readFileSync(join(ROOT, path), "utf8")) as { readonly version: string };
  const { repository } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
    readonly repository: { readonly url: string };
  };
  return { version, repository: repository.url.replace(/^git\+https:\/\/|\.git$/g, "") };
}

const has = (program: string, ...args: readonly string[]): boolean =>
  spawnSync(program, args, { stdio: "ignore" }).status === 0;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "mojob-clients-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (cwd: string, program: string, args: readonly string[], env: object = {}): string =>
  execFileSync(program, args, {
    cwd,
    encoding: "utf8",
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });

describe("the clients in other languages", () => {
  it("have the repository's licence, its version and its address", () => {
    const licence = readFileSync(join(ROOT, "LICENSE"), "utf8");
    expect([read("python/LICENSE"), read("go/LICENSE")]).toEqual([licence, licence]);
    expect(read("python/mojob.py")).toContain(`\n__version__ = "${version}"\n`);
    expect(read("python/pyproject.toml")).toContain(`Homepage = "https://${repository}#readme"`);
    expect(read("go/go.mod")).toMatch(`module ${repository}/adapters/executor-gateway/clients/go\n`);
  });

  // Skipped where Python has no pip, which brings the backend of the build.
  it.skipIf(!has("python3", "-m", "pip", "--version"))(
    "are built as a package of Python, source and wheel, and found where the wheel is installed",
    () => {
      const [backend, out, site, source] = ["backend", "out", "site", "source"].map((name) =>
        join(folder, name),
      ) as [string, string, string, string];
      const pip = ["-m", "pip", "--quiet", "--disable-pip-version-check", "install", "--no-deps", "--target"];
      run(folder, "python3", [...pip, backend, "flit_core>=3.11,<5"]);
      mkdirSync(out);
      // The build writes nothing into the repository.
      run(folder, "cp", ["-r", join(CLIENTS, "python"), source]);
      const build = `import flit_core.buildapi as build; build.build_sdist(${JSON.stringify(out)}); build.build_wheel(${JSON.stringify(out)})`;
      run(source, "python3", ["-c", build], { PYTHONPATH: backend });
      expect(readdirSync(out).toSorted()).toEqual([
        `mojob-${version}-py3-none-any.whl`,
        `mojob-${version}.tar.gz`,
      ]);
      const files = run(out, "tar", ["tf", `mojob-${version}.tar.gz`]);
      for (const file of ["mojob.py", "README.md", "LICENSE", "pyproject.toml"])
        expect(files).toContain(`mojob-${version}/${file}\n`);
      run(out, "python3", [...pip, site, "--no-index", `mojob-${version}-py3-none-any.whl`]);
      const use = "import mojob; print(mojob.__version__, mojob.__file__, mojob.Worker.__name__)";
      expect(run(folder, "python3", ["-c", use], { PYTHONPATH: site }).trim()).toBe(
        `${version} ${site}/mojob.py Worker`,
      );
      const metadata = readFileSync(join(site, `mojob-${version}.dist-info/METADATA`), "utf8");
      expect(metadata).toMatch(/^License-Expression: Apache-2\.0$/m);
      expect(metadata).toMatch(/^Summary: A worker for MoJobScheduler/m);
    },
  );

  // Where Go is not installed there is nothing to build it with.
  it.skipIf(!has("go", "version"))("are vetted and built as a module of Go", () => {
    const source = join(folder, "go");
    run(folder, "cp", ["-r", join(CLIENTS, "go"), source]);
    run(source, "go", ["vet", "./..."], { GOFLAGS: "-mod=readonly" });
    run(source, "go", ["build", "./..."], { GOFLAGS: "-mod=readonly" });
    expect(run(source, "gofmt", ["-l", "."])).toBe("");
  });
});
