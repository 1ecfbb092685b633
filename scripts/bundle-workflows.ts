import { writeFileSync } from "node:fs";
import { bundleWorkflowCode, DefaultLogger } from "@temporalio/worker";

interface SourceMap {
  readonly file: string;
  readonly sources: readonly string[];
  readonly [field: string]: unknown;
}

const SOURCE_MAP = /\/\/# sourceMappingURL=data:application\/json;[^,]*,(?<map>\S+)\s*$/;

/** Bundles a module of workflows into one file, as a worker takes it. */
export async function bundleWorkflows(workflowsPath: string, target: string, root: string): Promise<void> {
  const { code } = await bundleWorkflowCode({ workflowsPath, logger: new DefaultLogger("ERROR") });
  const map = SOURCE_MAP.exec(code)?.groups?.["map"];
  if (map === undefined) throw new Error(`Cannot bundle "${workflowsPath}": the bundle has no source map`);
  const read = JSON.parse(Buffer.from(map, "base64").toString()) as SourceMap;
  const written = JSON.stringify(withoutMachine(read, root));
  const bundle = code.replace(SOURCE_MAP, "");
  // Workers want a map, for the stacks of errors.
  const comment = `//# sourceMappingURL=data:application/json;base64,${Buffer.from(written).toString("base64")}`;
  writeFileSync(target, `${bundle}${comment}\n`);
}

/** Without the paths of the machine that built it, and without the sources' text. */
function withoutMachine(map: SourceMap, root: string): SourceMap {
  const { sourcesContent: _, ...rest } = map;
  return {
    ...rest,
    file: "workflows.bundle.js",
    sources: map.sources.map((source) => source.replace(root, "")),
  };
}
