import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { expect, it, onTestFinished } from "vitest";
import { ROOT } from "./repository.ts";

const OWN: Readonly<Record<string, string>> = {
  "linux x64": "x86_64-unknown-linux-gnu",
  "linux arm64": "aarch64-unknown-linux-gnu",
  "darwin x64": "x86_64-apple-darwin",
  "darwin arm64": "aarch64-apple-darwin",
  "win32 x64": "x86_64-pc-windows-msvc",
};

function modulesWith(...paths: readonly string[]): string {
  const modules = mkdtempSync(join(tmpdir(), "mojob-modules-"));
  onTestFinished(() => rmSync(modules, { recursive: true }));
  for (const path of paths) {
    mkdirSync(join(modules, path, ".."), { recursive: true });
    writeFileSync(join(modules, path), "");
  }
  return modules;
}

function prune(modules: string): void {
  execFileSync(process.execPath, [join(ROOT, "scripts/prune-modules.ts"), modules]);
}

it("what nothing here reads is removed, and Temporal's build of this platform stays", () => {
  const own = OWN[`${process.platform} ${process.arch}`];
  const builds = Object.values(OWN).map((name) => `@temporalio/core-bridge/releases/${name}/index.node`);
  const modules = modulesWith(...builds, "hono/index.js.map", "hono/index.js");
  prune(modules);
  const left = builds.filter((path) => existsSync(join(modules, path)));
  expect(left).toEqual(own === undefined ? builds : [`@temporalio/core-bridge/releases/${own}/index.node`]);
  expect(existsSync(join(modules, "hono/index.js"))).toBe(true);
  expect(existsSync(join(modules, "hono/index.js.map"))).toBe(false);
});

it("every build stays where there is none of this platform", () => {
  const modules = modulesWith("@temporalio/core-bridge/releases/riscv64-unknown-linux-gnu/index.node");
  prune(modules);
  expect(
    existsSync(join(modules, "@temporalio/core-bridge/releases/riscv64-unknown-linux-gnu/index.node")),
  ).toBe(true);
});
