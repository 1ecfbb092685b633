import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { freeLowPorts } from "@mojob/test-services/owned-process";
import { NODE, ROOT, type SpawnedProgram, spawnProgram } from "@mojob/test-services/spawned-program";
import { until } from "@mojob/test-services/until";
import { Deployment, type IDeployment } from "kubernetes-models/apps/v1";
import {
  type IPersistentVolumeClaim,
  type IService,
  PersistentVolumeClaim,
  Service,
} from "kubernetes-models/v1";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseAllDocuments } from "yaml";

const CONTAINER = join(ROOT, "examples/container");
const TOKEN = "3f9c1b7a5e2d40863f9c1b7a5e2d4086";

const [claim, deployment, service] = parseAllDocuments(
  readFileSync(join(CONTAINER, "kubernetes.yaml"), "utf8"),
).map((one) => one.toJS() as unknown) as [IPersistentVolumeClaim, IDeployment, IService];
const pod = deployment.spec?.template.spec;
const [container] = pod?.containers ?? [];
const path = (probe: "startupProbe" | "livenessProbe" | "readinessProbe"): string =>
  container?.[probe]?.httpGet?.path ?? "";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "mojob-kubernetes-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("the manifests are what Kubernetes describes: every value by its schema, and no member that it does not know", () => {
  for (const one of [new PersistentVolumeClaim(claim), new Deployment(deployment), new Service(service)])
    expect(() => one.validate()).not.toThrow();
  const wrong = { ...deployment, spec: { ...deployment.spec, replicas: "1" } };
  expect(() => new Deployment(wrong as never).validate()).toThrow(/replicas/);
  // The schemas let unknown members through, which the compiler refuses in a literal.
  const typed = (members: object): string => `
import type { IDeployment } from "kubernetes-models/apps/v1";
import type { IPersistentVolumeClaim, IService } from "kubernetes-models/v1";
export const claim: IPersistentVolumeClaim = ${JSON.stringify(claim)};
export const deployment: IDeployment = ${JSON.stringify({ ...deployment, ...members })};
export const service: IService = ${JSON.stringify(service)};
`;
  expect(compile(typed({}))).toBe("");
  expect(compile(typed({ spec: { ...deployment.spec, minReadySecond: 1 } }))).toMatch(
    /minReadySecond.* does not exist/,
  );
});

/** What the compiler says of a text. */
function compile(text: string): string {
  const place = join(ROOT, "node_modules/.cache/manifests");
  mkdirSync(place, { recursive: true });
  const file = join(place, "manifests.ts");
  writeFileSync(file, text);
  const flags = [
    "--ignoreConfig",
    "--noEmit",
    "--strict",
    "--skipLibCheck",
    "--module",
    "nodenext",
    "--types",
    "node",
  ];
  return spawnSync(join(ROOT, "node_modules/.bin/tsc"), [...flags, file], { encoding: "utf8", cwd: ROOT })
    .stdout;
}

test("their parts fit one another, and the image", () => {
  const labels = deployment.spec?.template.metadata?.labels;
  expect(deployment.spec?.selector.matchLabels).toEqual(labels);
  expect(service.spec?.selector).toEqual(labels);
  expect(service.spec?.ports?.[0]?.targetPort).toBe(container?.ports?.[0]?.name);
  expect(pod?.volumes?.[0]?.persistentVolumeClaim?.claimName).toBe(claim.metadata?.name);
  const dockerfile = readFileSync(join(CONTAINER, "Dockerfile"), "utf8");
  expect(dockerfile).toContain(`EXPOSE ${container?.ports?.[0]?.containerPort}`);
  expect(dockerfile).toContain(`VOLUME ${container?.volumeMounts?.[0]?.mountPath}`);
  // Two pods never have the file at once, and none has variables that Services give.
  expect(deployment.spec).toMatchObject({ replicas: 1, strategy: { type: "Recreate" } });
  expect(pod).toMatchObject({ enableServiceLinks: false, securityContext: { runAsNonRoot: true } });
});

/** The container's process, with the variables of the manifest, as the kubelet calls it: without a token. */
async function aPod(port: number, data: string): Promise<SpawnedProgram> {
  const named = (container?.env ?? []).map(({ name, value }) => [name, value ?? TOKEN]);
  const env = { ...Object.fromEntries(named), DATA: data, PORT: String(port) } as Record<string, string>;
  return spawnProgram(NODE, join(CONTAINER, "main.ts"), { env });
}

async function probe(port: number, probed: string): Promise<number | null> {
  try {
    return (await fetch(`http://127.0.0.1:${port}${probed}`)).status;
  } catch {
    return null;
  }
}

test("every probe passes once the program serves, and a pod that is told to end does so in its time, before the next one", async () => {
  const [port = 0] = await freeLowPorts(1);
  const names = ["startupProbe", "livenessProbe", "readinessProbe"] as const;
  for (const which of ["old", "new"]) {
    await using running = await aPod(port, folder);
    await until(
      `the startup probe of the ${which} one to pass`,
      async () => (await probe(port, path("startupProbe"))) === 200,
    );
    for (const name of names)
      await until(`the ${name} to pass`, async () => (await probe(port, path(name))) === 200);
    expect(await probe(port, "/api/v1/jobs")).toBe(401);
    const told = performance.now();
    running.signalAlone("SIGTERM");
    expect((await running.exit).code, running.output()).toBe(0);
    expect(performance.now() - told).toBeLessThan((pod?.terminationGracePeriodSeconds ?? 0) * 1000);
    // Nothing responds any more, so that a Service has no end at it.
    expect(await probe(port, path("readinessProbe"))).toBeNull();
  }
});

test("a pod that is killed is followed by one that has its jobs, and one that finds the file taken lives and stands by", async () => {
  const [first = 0, second = 0] = await freeLowPorts(2);
  const data = join(folder, "killed");
  mkdirSync(data);
  {
    await using killed = await aPod(first, data);
    await until("it to be ready", async () => (await probe(first, path("readinessProbe"))) === 200);
    killed.signal("SIGKILL");
    await killed.exit;
  }
  await using next = await aPod(first, data);
  await until("the next to be ready", async () => (await probe(first, path("readinessProbe"))) === 200);
  // What Recreate rules out: a second one beside it.
  await using beside = await aPod(second, data);
  await until("it to live", async () => (await probe(second, path("livenessProbe"))) === 200);
  const authorized = { headers: { authorization: `Bearer ${TOKEN}` } };
  const refused = await fetch(`http://127.0.0.1:${second}/api/v1/jobs`, authorized);
  expect([refused.status, await refused.json()]).toMatchObject([503, { code: "lock_held" }]);
  next.signalAlone("SIGTERM");
  expect((await next.exit).code).toBe(0);
  await until(
    "it to take over",
    async () =>
      (await fetch(`http://127.0.0.1:${second}/api/v1/jobs`, authorized).catch(() => null))?.status === 200,
  );
  beside.signalAlone("SIGTERM");
  expect((await beside.exit).code).toBe(0);
});

const analyze = (unit: string): string =>
  spawnSync("systemd-analyze", ["verify", unit], { encoding: "utf8" }).stderr;

// Where systemd is not installed nothing can judge the unit.
test.skipIf(spawnSync("systemd-analyze", ["--version"]).error !== undefined)(
  "the systemd unit has no mistake, gives runs the time that they need, and is told of one",
  () => {
    const text = readFileSync(join(CONTAINER, "ledger.service"), "utf8");
    expect(/^TimeoutStopSec=(\d+)$/m.exec(text)?.[1]).toBe(String(pod?.terminationGracePeriodSeconds));
    const unit = join(folder, "ledger.service");
    // The machine of the tests has another Node, and no such folder.
    writeFileSync(unit, text.replace("/usr/bin/node", process.execPath));
    expect(analyze(unit)).toBe("");
    writeFileSync(
      unit,
      text.replace("/usr/bin/node", process.execPath).replace("TimeoutStopSec=45", "TimeoutStopSec=soon"),
    );
    expect(analyze(unit)).toContain("soon");
  },
);
