import { existsSync, globSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Mutant } from "./mutant.ts";

export type { Mutant } from "./mutant.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const BESIDE = ".mutants.ts";

/** What stands beside a file: the safeguards of it that are taken away, and the tests that have to notice. */
interface BesideFile {
  readonly MUTANTS: readonly Omit<Mutant, "file">[];
}

/** What the promises of docs/reliability.md rest on: of each `x.mutants.ts`, about `x.ts` or `x.tsx` beside it. */
export const MUTANTS: readonly Mutant[] = (
  await Promise.all(
    globSync(
      `{core,adapters,features,runtime-local,runtime-temporal,http,scheduler,server,client,panel}/**/*${BESIDE}`,
      {
        cwd: ROOT,
        exclude: ["**/node_modules/**"],
      },
    )
      .toSorted()
      .map(async (path) => {
        const { MUTANTS: own } = (await import(join(ROOT, path))) as BesideFile;
        const file = fileOf(path);
        return own.map((mutant): Mutant => ({ ...mutant, file }));
      }),
  )
).flat();

function fileOf(path: string): string {
  const base = path.slice(0, -BESIDE.length);
  return existsSync(join(ROOT, `${base}.tsx`)) ? `${base}.tsx` : `${base}.ts`;
}
