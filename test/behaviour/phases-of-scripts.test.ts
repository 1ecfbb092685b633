import { scriptRunner } from "@mojob/script-runner";
import { FEATURES } from "@mojob/features";
import { startEmbedded } from "@mojob/runtime-local";
import { expect, it, onTestFinished } from "vitest";

const script = (source: string): object => ({ kind: "script", language: "shell", source });

async function run(job: object): Promise<Awaited<ReturnType<typeof ended>>> {
  const started = await startEmbedded({
    features: FEATURES,
    app: "a",
    inMemory: true,
    jobs: [],
    runners: [scriptRunner({ languages: ["shell"], sandbox: "unsandboxed" })],
    hooks: { onRunEnd: () => {} },
  });
  onTestFinished(() => started.close());
  return ended(started, job);
}

async function ended({ scheduler }: Awaited<ReturnType<typeof startEmbedded>>, job: object) {
  const results = ["OUTPUT", "LOG", "RESULT"].map((name) => ({
    name,
    type: "json",
    expression: `$.JOB['one'].${name}`,
  }));
  const body = { engine: 1, nodes: [{ id: "one", type: "job", job }], results };
  const work = { kind: "task", body };
  await scheduler.jobs.create({ key: "t", app: "a", kind: "triggered", work } as never);
  const { id } = await scheduler.trigger("t");
  const { state, result, error } = await scheduler.ended(id, { timeoutMs: 20_000 });
  return { state, result, error: error?.message ?? null };
}

it("phases share the folder of their attempt with its outputs, and each has arguments and a result of its own", async () => {
  const seen = await run({
    ready: script(
      'mkdir in; echo fetched > in/x; echo \'"of ready"\' > "$MOJOB_RESULT_FILE"; echo a > outputs/a',
    ),
    work: script("cat in/x; ls outputs; test ! -e result.json; echo done > in/y"),
    end: script("test $(cat in/y) = done"),
  });
  expect(seen).toMatchObject({ state: "Succeeded", error: null });
  expect(seen.result).toMatchObject({
    OUTPUT: "fetched\na",
    LOG: expect.stringMatching(/^Script.*\nfetched\na$/),
    RESULT: null,
  });
});

it("a success condition over what the work printed sees nothing of the phases around it", async () => {
  const seen = await run({
    ready: script("echo 3; echo more >&2"),
    work: script("echo 4"),
    end: script("echo 5"),
    successCondition: { type: "logic", expression: "$.SELF.OUTPUT == '4'" },
  });
  expect(seen).toMatchObject({
    state: "Succeeded",
    result: { OUTPUT: "4", LOG: expect.stringMatching(/^Script.*\n4$/) },
  });
});
