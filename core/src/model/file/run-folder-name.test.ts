import { describe, expect, test } from "vitest";
import { TriggerType } from "../instance/job-instance.ts";
import { runFolderName } from "./run-folder-name.ts";

const RUN = {
  id: "019ab000-0000-7000-8000-000000000000",
  jobKey: "shop/nightly",
  part: null,
  trigger: { type: TriggerType.Api },
} as const;
const node = (name: string) => ({
  ...RUN,
  id: `~${RUN.id}/#${name}`,
  jobKey: "shop/nightly#concat@3",
  part: { of: RUN.id, name },
  trigger: { type: TriggerType.Task },
});

describe("the name of a run's folder", () => {
  test("says whether it is a task, of which job, and which run", () => {
    expect(runFolderName(RUN, true)).toBe(`task-shop_nightly-${RUN.id}`);
    expect(runFolderName(RUN, false)).toBe(`job-shop_nightly-${RUN.id}`);
  });

  test("says of a node which one, in which visit and for which item, also where it runs a task", () => {
    expect(runFolderName(node("concat"), false)).toBe(`job-concat-~${RUN.id}_#concat`);
    expect(runFolderName(node("concat~2.3:7+1"), true)).toBe(`job-concat-~${RUN.id}_#concat~2.3,7+1`);
  });

  test("keeps apart what only signs tell apart", () => {
    const names = ["a_2", "a:2", "a~2", "a+2"].map((name) => runFolderName(node(name), false));
    expect(new Set(names).size).toBe(names.length);
  });

  test("is one part of a path, whatever the id is", () => {
    for (const id of ["../../etc", "a/b\\c", "x\0y\nz", "-rf *", "C:\\x"]) {
      const name = runFolderName({ ...RUN, id }, false);
      expect(name).toMatch(/^job-shop_nightly-[^/\\\0\n *:]+$/);
    }
  });

  test("fits into a file system, and is another one for another long id", () => {
    const long = (end: string) => runFolderName({ ...RUN, id: `${"报".repeat(200)}${end}` }, false);
    expect(new TextEncoder().encode(long("a")).length).toBeLessThanOrEqual(220);
    expect(long("a")).not.toBe(long("b"));
  });
});
