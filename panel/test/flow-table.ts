import type { Reporter, TestModule } from "vitest/node";
import { USUAL_FLOWS, type UsualFlow } from "./usual-flows.ts";
import type { Walked } from "./walk-flows.ts";

/** Prints the table of `docs/panel/flows.md` as it was measured, in both languages; a flow that was not walked is an error. */
export class FlowTable implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const walked = new Map<string, Walked>();
    for (const module of modules)
      for (const test of module.children.allTests()) {
        const { walked: took } = test.meta();
        if (took !== undefined) walked.set(took.name, took);
        const [error] = test.result().errors ?? [];
        if (error !== undefined) process.stdout.write(`${test.fullName}\n  ${error.message}\n`);
      }
    const rows = Object.values<UsualFlow>(USUAL_FLOWS);
    for (const { name } of rows)
      if (!walked.has(name)) {
        process.exitCode = 1;
        process.stdout.write(`Not walked: ${name}\n`);
      }
    const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |\n`;
    for (const [language, heads] of [
      ["name", ["what somebody comes for", "clicks", "before", "seconds"]],
      ["zh", ["来做什么", "点击", "之前", "秒"]],
    ] as const) {
      process.stdout.write(`\n${line(heads)}${line(["---", "--:", "--:", "--:"])}`);
      for (const row of rows) process.stdout.write(line([row[language], ...figures(row, walked)]));
    }
  }
}

function figures({ name, before }: UsualFlow, walked: ReadonlyMap<string, Walked>): readonly string[] {
  const { clicks = Number.NaN, keys = 0, ms = Number.NaN } = walked.get(name) ?? {};
  const pressed = keys === 0 ? "" : ` + ${keys} ⌨`;
  return [`${clicks}${pressed}`, before === null ? "–" : String(before), (ms / 1000).toFixed(1)];
}
